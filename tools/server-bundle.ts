import { relative, sep } from 'node:path'
import type { Plugin } from 'vite'

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

/** What packages ask for and the product has no use for: each would be compiled at every start and kept for good. */
const unused = [
  // pg-boss: dates for a timetable, which it does not keep.
  ...['cron-parser', 'rrule-temporal'],
  // Fastify: compilers for schemas that are not zod's, and what injects requests in tests.
  ...['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'],
  // @fastify/swagger: the description as YAML. @fastify/static: a list of all files. sanitize-html: styles.
  ...['yaml', 'glob', 'postcss'],
  // prom-client: examples from traces.
  '@opentelemetry/api',
  // React: rendering as a stream.
  './cjs/react-dom-server.node.production.js',
]

/** Leaves out what is unused. Should anything use it after all, it is told by name. */
export function leaveOutUnused(): Plugin {
  const prefix = '\0left-out:'
  return {
    name: 'firmeza:leave-out-unused',
    enforce: 'pre',
    resolveId: (id) => (unused.includes(id) ? prefix + id : null),
    load(id) {
      if (!id.startsWith(prefix)) return null
      const message = JSON.stringify(
        `${id.slice(prefix.length)} is left out of the bundle: see tools/server-bundle.ts`,
      )
      return `module.exports = new Proxy({}, {
        get: (_, name) => name === '__esModule' ? undefined : function () { throw new Error(${message}) }
      })`
    },
  }
}

/**
 * Gives packages `node:http` without importing it as a module: that would load the whole of fetch and WebSocket with it,
 * which is twelve megabytes.
 */
export function importHttpAlone(): Plugin {
  const alone = '\0node:http'
  return {
    name: 'firmeza:import-http-alone',
    enforce: 'pre',
    resolveId: (id, _importer, { kind }) =>
      id === 'node:http' && kind === 'import-statement' ? alone : null,
    load: (id) => (id === alone ? "export default process.getBuiltinModule('node:http')" : null),
  }
}
