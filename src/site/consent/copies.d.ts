/** The loader once more, as a module of its own, so that it becomes part of this entry and not a file beside it. */
declare module '*?with-consent' {}
