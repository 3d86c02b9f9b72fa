/** Everything that Vite serves is below this path; the product has no such address. */
export const viteBase = '/vite/'

/** The API reference, which is no source of ours: the development server makes it as the build does. */
export const apiReferencePath = `${viteBase}api-reference.js`

/** What React's hot reload needs before the first component. */
export const refreshPreamblePath = `${viteBase}@id/@vitejs/plugin-react/preamble`
