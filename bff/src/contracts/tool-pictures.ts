/** The most pictures of a tool, the main one among them. */
export const mostPictures = 6;

/** The addresses of all pictures of a tool, each once, the main one first. */
export const picturesOf = (tool: {
  image: string;
  otherImages?: readonly string[] | undefined;
}): string[] => [...new Set([tool.image, ...(tool.otherImages ?? [])])];
