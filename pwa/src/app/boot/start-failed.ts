/** Says above the page that the shop's code did not come, and offers to try again: nothing else on the page works then. */
export function sayStartFailed(): void {
  const words = document.createElement('p');
  words.setAttribute('role', 'alert');
  words.style.padding = '1rem';
  words.textContent = 'The shop could not be loaded. What you typed and ordered is kept on this device. ';
  const again = document.createElement('a');
  again.href = location.href;
  again.textContent = 'Load the page again';
  words.append(again);
  document.body.prepend(words);
}
