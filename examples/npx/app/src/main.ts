import { listOf, pageOf, type Page } from "./pages.js";

const textOf = ({ title, lines }: Page): string => [title, "", ...lines].join("\n");

export const everything = (): string => [pageOf(1), pageOf(2), listOf("en")].map(textOf).join("\n\n");
