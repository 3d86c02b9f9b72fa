import { relative, sep } from 'node:path'
import type { Plugin } from 'vite'

/**
 * What is not in the bundle but in `node_modules`: native packages, one that finds a file of its own by its path (piscina), and
 * one that `pg` asks for and does without.
 */
export const externalPackages = ['@node-rs/argon2', 'pg-native', 'piscina']

/**
 * Lets the sources find what lies beside them from the bundle too: `import.meta.url` stays the address of the source
 * file, as when it is run by itself.
 */
export function keepAddresses(): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'firmeza:keep-addresses',
    configResolved(config) {
      root = config.root
      outDir = config.build.outDir
    },
    transform(code, id) {
      const file = relative(root, id.split('?')[0] ?? '')
      if (!file.startsWith(`src${sep}`) || !code.includes('import.meta.url')) return null
      const fromBundle = [relative(outDir, ''), file].join(sep).split(sep).join('/')
      const address = `new URL(${JSON.stringify(fromBundle)}, import.meta.url).href`
      return { code: code.replaceAll('import.meta.url', address), map: null }
    },
  }
}

/** Escapes every other character: a source with a single one of them takes twice the memory for as long as it runs. */
export function writeAscii(): Plugin {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'firmeza:write-ascii',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is kept
        if (file.type === 'chunk') file.code = file.code.replace(/[^\x00-\x7f]/g, escapeUnit)
      }
    },
  }
}
