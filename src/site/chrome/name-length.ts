const longest = 12

/** Whether a site's name is set smaller, and on several lines where there is little room. */
export const isLongName = (name: string): boolean => name.length > longest
