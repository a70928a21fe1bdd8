import { greetingFor } from "./greetings.js";
import { speakers, userOf } from "./users.js";

export interface Page {
  readonly title: string;
  readonly lines: readonly string[];
}

export const pageOf = (id: number): Page => {
  const user = userOf(id);
  return { title: user.name, lines: [greetingFor(user), ...user.languages] };
};

export const listOf = (language: string): Page => ({
  title: `Who speaks ${language}`,
  lines: speakers(language).map(({ name }) => name),
});
