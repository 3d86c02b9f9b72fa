/** Everything that Vite serves is below this path; the product has no such address. */
export const viteBase = '/vite/'

/** The API reference: the development server generates it as the build does. */
export const apiReferencePath = `${viteBase}api-reference.js`

/** The script that React's hot reload needs before the first component. */
export const refreshPreamblePath = `${viteBase}@id/@vitejs/plugin-react/preamble`
