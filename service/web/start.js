/** Loads the page, and says so if a part of it does not come. */

import("./app.js").catch((error) => {
  console.error(error);
  document.querySelector("#status").textContent = "The page has not been loaded";
  document.querySelector("#note").textContent = "A part of the page has not come.";
  document.querySelector("#search").classList.remove("idle");
  const button = document.querySelector("#search button");
  button.textContent = "Try again";
  button.ariaDisabled = "false";
  button.addEventListener("click", () => location.reload());
});
