/** Does an interceptor see a member of the configuration that axios itself does not know? Usage: node check.cjs AXIOS */
const axios = require(require("node:path").resolve(process.argv[2]));

const instance = axios.create();
let seen;
instance.interceptors.request.use((config) => {
  seen = config.cancelable;
  return config;
});
const adapter = (config) => Promise.resolve({ data: "", status: 200, statusText: "OK", headers: {}, config });
instance.get("/search", { cancelable: true, adapter }).then(() => {
  console.log(`the interceptor sees: ${seen}`);
  process.exitCode = seen === true ? 0 : 1;
});
