/** Loads the page, and says so if a part of it does not come. */

const $ = (selector) => document.querySelector(selector);

import("./app.js").catch((error) => {
  console.error(error);
  document.documentElement.classList.remove("untranslated");
  $("#status").textContent = "A part of the page has not come";
  $("#search").classList.remove("idle");
  const button = $("#search button");
  button.textContent = "Try again";
  button.ariaDisabled = "false";
  button.addEventListener("click", () => location.reload());
});
