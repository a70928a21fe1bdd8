import type { User } from "./users.js";

const words = { en: "Hello", fr: "Bonjour", de: "Guten Tag" } as const;

type Language = keyof typeof words;

const isKnown = (language: string): language is Language => language in words;

export const greetingFor = ({ name, languages }: User): string => {
  const language = languages.find(isKnown) ?? "en";
  return `${words[language]}, ${name}!`;
};
