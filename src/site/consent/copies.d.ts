/** The loader as a separate module, so that it becomes part of this entry and not a shared file. */
declare module '*?with-consent' {}
