import { createContext } from 'react'

/** The product's version, as the server wrote it into the document. */
export const VersionContext = createContext('')
