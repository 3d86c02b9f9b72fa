const writtenOutsideTags = /<(?:"[^"]*"|[^">])*>|\{\{\s*(\w+)\s*\}\}/g
const chip = /<span data-variable="(\w+)"[^>]*>[^<]*<\/span>/g

/** A mail body for the editor, with an element for each `{{name}}` in its words; those in attributes stay as they are. */
export const toEditorHtml = (html: string) =>
  html.replace(writtenOutsideTags, (whole, name?: string) =>
    name === undefined ? whole : `<span data-variable="${name}"></span>`,
  )

/** A mail body as it is stored, from the editor's HTML. */
export const fromEditorHtml = (html: string) => html.replace(chip, '{{$1}}')
