/** Loads the page in the reader's language, and says so if a part of it does not come. */

const $ = (selector) => document.querySelector(selector);

const parts = [import("./language.js"), import("./app.js")];
parts[0].catch(() => {}).then(() => document.documentElement.classList.remove("untranslated"));
Promise.all(parts).catch((error) => {
  console.error(error);
  $("#status").textContent = "A part of the page has not come";
  $("#search").classList.remove("idle");
  const button = $("#search button");
  button.textContent = "Try again";
  button.ariaDisabled = "false";
  button.addEventListener("click", () => location.reload());
});
