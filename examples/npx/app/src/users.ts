export interface User {
  readonly id: number;
  readonly name: string;
  readonly languages: readonly string[];
}

const users: readonly User[] = [
  { id: 1, name: "Ada", languages: ["en", "fr"] },
  { id: 2, name: "Konrad", languages: ["de"] },
  { id: 3, name: "Grace", languages: ["en"] },
];

export const userOf = (id: number): User => {
  const [user] = users.filter((each) => each.id === id);
  return user;
};

export const speakers = (language: string): readonly User[] =>
  users.filter(({ languages }) => languages.includes(language));
