const written = /\{\{\s*(\w+)\s*\}\}/g
const chip = /<span data-variable="(\w+)"[^>]*>[^<]*<\/span>/g

/** A mail body for the editor, with an element for each `{{name}}`. */
export const toEditorHtml = (html: string) => html.replace(written, '<span data-variable="$1"></span>')

/** A mail body as it is stored, from the editor's HTML. */
export const fromEditorHtml = (html: string) => html.replace(chip, '{{$1}}')
