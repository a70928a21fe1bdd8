/** Takes credentials out of what is shown and recorded. */

/** Without what stands before the last @ of each URL; also `user:password@host` where no scheme is given. For messages. */
export const redactUrl = (text: string): string =>
  text.replaceAll(urlWithCredentials, "$1").replaceAll(/(^|[\s,='"])[^\s/@:,='"]+:[^\s/@]*@/g, "$1");

/** Of a command line that is recorded: the values of --cluster, and addresses of NATS servers wherever they stand; the rest stays as it is. */
export const redactWords = (words: readonly string[]): readonly string[] =>
  words.map((word, index) => {
    if (index > 0 && words[index - 1] === "--cluster") return redactUrl(word);
    if (word.startsWith("--cluster=")) return `--cluster=${redactUrl(word.slice("--cluster=".length))}`;
    return word.replaceAll(natsWithCredentials, "$1");
  });

/** Up to the last @ before the next URL of a list, for a password may hold nearly anything when it was not encoded. */
const urlWithCredentials = /([a-z][a-z0-9+.-]*:\/\/)(?:(?!,[a-z][a-z0-9+.-]*:\/\/)\S)*@/gi;
const natsWithCredentials = /((?:nats|tls):\/\/)(?:(?!,[a-z][a-z0-9+.-]*:\/\/)\S)*@/gi;
