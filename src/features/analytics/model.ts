/** Where views of pages are counted: from a script, and from a picture for browsers without scripts. */
export const viewPaths = { script: '/api/visits', picture: '/api/visits/picture' } as const
