/** The token of the address that pare has printed: behind `#`, where no server, no log and no other page sees it. */

const KEPT = "pare-token";

/** Takes the token out of the address bar; loading the page anew in this tab finds it again. Empty without one. */
export const takeToken = (): string => {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  // The address of another run at the same port, typed into this tab, loads nothing by itself.
  addEventListener("hashchange", () => location.reload());
  if (given === null) return sessionStorage.getItem(KEPT) ?? "";
  sessionStorage.setItem(KEPT, given);
  history.replaceState(null, "", location.pathname + location.search);
  return given;
};
