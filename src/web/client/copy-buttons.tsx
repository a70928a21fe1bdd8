/** Buttons that copy the block below them; shown by this script, for nothing is copied without it. */

const SAID_MS = 2000;

const copy = async (button: HTMLButtonElement, text: string): Promise<void> => {
  const done = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  button.textContent = done ? "copied" : "select it and copy by hand";
  setTimeout(() => (button.textContent = "copy"), SAID_MS);
};

export const showCopyButtons = (): void => {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button.copy")) {
    button.hidden = false;
    const text = button.parentElement?.querySelector("pre")?.textContent ?? "";
    button.addEventListener("click", () => void copy(button, text));
  }
};
