/** How many tags of leads there can be in all. */
export const mostTags = 200
