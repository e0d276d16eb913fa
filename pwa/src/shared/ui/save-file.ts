/** Hands a file to the browser, which saves it under this name as it saves any download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file by then; freed at once, some would save an empty one.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
