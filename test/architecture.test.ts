import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { measureFunctions } from './support/function-lengths.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const longestFile = 500
const longestFunction = 80
const largestFolder = 25

/** Each layer, and the layers it may import from. The first pattern that fits a file names its layer. */
const layers: { name: string; files: RegExp; mayImport: string[] }[] = [
  { name: 'shared', files: /^src\/shared\//, mayImport: ['shared'] },
  { name: 'config', files: /^src\/(config|environment)\.ts$/, mayImport: ['config', 'shared'] },
  {
    name: 'main',
    files: /^src\/(main|proof-process)\.ts$/,
    mayImport: ['app', 'config', 'platform', 'shared'],
  },
  {
    name: 'app',
    files: /^src\/(app|app-features|server|admin-commands|encrypted-rows)\.ts$/,
    mayImport: [
      'app',
      'config',
      'core',
      'feature shape',
      'feature files',
      'servers',
      'http',
      'site contracts',
      'platform',
      'shared',
    ],
  },
  // What every feature returns; only types.
  {
    name: 'feature shape',
    files: /^src\/feature\.ts$/,
    mayImport: ['http', 'site contracts', 'platform', 'shared'],
  },
  {
    name: 'core',
    files: /^src\/core\.ts$/,
    mayImport: ['config', 'core', 'http', 'site contracts', 'platform', 'shared'],
  },
  { name: 'platform', files: /^src\/platform\//, mayImport: ['platform', 'shared'] },
  {
    name: 'contracts',
    files:
      /^src\/features\/[^/]+\/(?!admin\/|site\/)([^/]+\/)*(contract|model|limits|permissions|settings)\.ts$/,
    mayImport: ['contracts', 'shared'],
  },
  // What a shell and the server, or a shell and the screens in it, agree upon; the editor shows texts in the pages' styles.
  {
    name: 'site contracts',
    files:
      /^src\/(site\/((contract|routes|settings|public-pages|register\/faq)\.ts|styles\/.*)|features\/[^/]+\/site\/routes\.ts)$/,
    mayImport: ['contracts', 'site contracts', 'shared'],
  },
  // What a page of a feature is made with.
  { name: 'page views', files: /^src\/site\/view\.ts$/, mayImport: ['site contracts', 'site', 'shared'] },
  {
    name: 'screens',
    files: /^src\/features\/[^/]+\/(admin|site)\//,
    mayImport: ['screens', 'ui', 'contracts', 'site contracts', 'page views', 'admin kit', 'shared'],
  },
  { name: 'mails', files: /^src\/features\/[^/]+\/mails\//, mayImport: ['mails', 'contracts', 'shared'] },
  // What a process of its own draws: nothing of the server.
  {
    name: 'pictures',
    files: /^src\/features\/[^/]+\/(pictures|pdf\/drawing)\//,
    mayImport: ['pictures', 'ui', 'contracts', 'shared'],
  },
  {
    name: 'feature files',
    files: /^src\/features\/[^/]+\/(feature|records|commands)\.ts$/,
    mayImport: [
      'feature files',
      'core',
      'feature shape',
      'features',
      'contracts',
      'mails',
      'site contracts',
      'http',
      'platform',
      'shared',
    ],
  },
  {
    name: 'features',
    files: /^src\/features\//,
    mayImport: ['feature shape', 'features', 'contracts', 'mails', 'http', 'platform', 'shared'],
  },
  { name: 'http', files: /^src\/http\//, mayImport: ['http', 'platform', 'shared'] },
  { name: 'ui', files: /^src\/ui\//, mayImport: ['ui', 'shared'] },
  // What answers for the shells: the public pages, the admin's document, the built files.
  {
    name: 'servers',
    files: /^src\/(site|admin)\/server\//,
    mayImport: ['servers', 'core', 'site contracts', 'contracts', 'http', 'platform', 'shared'],
  },
  { name: 'admin kit', files: /^src\/admin\/kit\//, mayImport: ['admin kit', 'ui', 'shared'] },
  {
    name: 'site',
    files: /^src\/site\//,
    mayImport: ['site', 'site contracts', 'page views', 'screens', 'ui', 'contracts', 'shared'],
  },
  {
    name: 'admin',
    files: /^src\/admin\//,
    mayImport: ['admin', 'admin kit', 'screens', 'ui', 'contracts', 'shared'],
  },
]

/** Files whose SQL still has to move into a store. */
const sqlOutsideStores: string[] = []

/** Files that still query a table of another feature. */
const foreignSql: string[] = []

/** How many functions are still too long. To be lowered to 0. */
const longFunctions = 0

/** The files that load what Vite builds for the server beside the server itself. */
const bundleLoaders = [
  'src/features/backups/proving/page-proof.ts',
  'src/features/mail/templates/load-writer.ts',
  'src/site/server/renderer.ts',
]

/**
 * Features that the shells are built upon. Beyond these, a feature is named by its own folder, by `app.ts`, by
 * `admin-commands.ts` and by other features.
 */
const foundations: { files: RegExp; features: string[] }[] = [
  // Nearly every page shows texts of the team, has the sign-up form, is shared with a picture, and counts its views. The
  // privacy policy says how long backups are kept.
  { files: /^src\/site\//, features: ['analytics', 'backups', 'content', 'early-adopters', 'seo'] },
  // The landing page has a sample certificate to check, the page about transparency a sample ledger.
  {
    files: /^src\/site\/(landing\/sample\.tsx|use-cases\/transparency\.tsx|pages\.ts)$/,
    features: ['badges', 'signatures'],
  },
  // A preview is a public page with another text.
  { files: /^src\/site\/server\/preview-pages\.ts$/, features: ['previews'] },
  // The bell is on every screen.
  { files: /^src\/admin\/layout\/shell\.tsx$/, features: ['notifications'] },
  // The search box is, too.
  { files: /^src\/admin\/layout\/(search|search-box|use-search-items)\.tsx?$/, features: ['search'] },
  // Signing in comes before every screen.
  { files: /^src\/admin\/(app|area)\.tsx$/, features: ['accounts'] },
  // They write the dates and icons that search engines are told of.
  { files: /^tools\//, features: ['seo'] },
]

interface Import {
  /** As written. */
  specifier: string
  /** The file it leads to, from the project's folder; undefined for a package. */
  target: string | undefined
}

interface Source {
  path: string
  text: string
  imports: Import[]
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const sources = globSync('src/**/*.{ts,tsx}', { cwd: project })
  .sort()
  .map((path): Source => {
    const text = readFileSync(join(project, path), 'utf8')
    return { path, text, imports: importsOf(path, text) }
  })
const own = sources.filter(({ path }) => !isTest(path))
const everything = globSync('{src,test,e2e,bench,drills,tools}/**/*.{ts,tsx,css}', { cwd: project })

describe('the code base', () => {
  test('is read', () => {
    assert.ok(own.length >= 30, `only ${own.length} files were read`)
    const count = own.flatMap(({ imports }) => imports).filter(({ target }) => target).length
    assert.ok(count >= 60, `only ${count} imports were read`)
  })

  test('has a layer for every file', () => {
    assertNone(own.filter(({ path }) => layerOf(path) === undefined).map(({ path }) => path))
  })

  test('imports in the direction of the layers only', () => {
    assertNone(
      eachImport(({ path, target }) => {
        const [from, to] = [layerOf(path), target && layerOf(target)]
        if (!from || !to || from.mayImport.includes(to.name)) return
        return `${path} (${from.name}) may not import ${target} (${to.name})`
      }),
    )
  })

  test('lets features meet only through contracts, models, permissions and shared parts of screens', () => {
    assertNone(
      eachImport(({ path, target = '' }) => {
        const [from, to] = [featureOf(path), featureOf(target)]
        if (!from || !to || from === to || /\/(contract|model|limits|permissions|settings)\.ts$/.test(target))
          return
        // A screen may use the parts that another feature offers.
        if (/^src\/features\/[^/]+\/(admin|site)\/parts\//.test(target)) return
        // A row may refer to the row of another feature.
        if (basename(path) === 'table.ts' && basename(target) === 'table.ts') return
        return `${path} reaches into ${target}`
      }),
    )
  })

  test('names a feature in its own folder, where features are put together and in other features only', () => {
    const features = globSync('src/features/*', { cwd: project }).map((folder) => basename(folder))
    const outside = globSync(['src/**/*.{ts,tsx,css}', 'tools/**/*.*', '*.{ts,json}'], {
      cwd: project,
      exclude: (path) => path.startsWith('src/features/'),
    })
    assertNone(
      outside.flatMap((path) => {
        if (/^src\/(app|app-features|admin-commands|encrypted-rows)\.ts$/.test(path) || isTest(path))
          return []
        const text = readFileSync(join(project, path), 'utf8')
        const allowed = foundations.flatMap(({ files, features }) => (files.test(path) ? features : []))
        return features
          .filter((feature) => text.includes(`features/${feature}/`) && !allowed.includes(feature))
          .map((feature) => `${path} names ${feature}`)
      }),
    )
  })

  test('has no cycle of imports between files', () => {
    const files = new Set(own.map(({ path }) => path))
    assertNone(
      findCycles(
        new Map(
          own.map(({ path, imports }) => [
            path,
            imports.flatMap(({ target }) => (target && files.has(target) ? [target] : [])),
          ]),
        ),
      ),
    )
  })

  // Screens and pages of a feature may show what the server code of others describes, so they count apart.
  test('has no cycle of imports between features', () => {
    assertNone(
      findCycles(featureImports((path) => /^src\/features\/([^/]+(\/(admin|site))?)\//.exec(path)?.[1])),
    )
  })

  test('has no cycle of imports between the folders of features', () => {
    assertNone(findCycles(featureImports(dirname, (from, to) => isInside(from, to) || isInside(to, from))))
  })

  test('writes ./file.ts within a folder and #folder/file.ts between folders', () => {
    assertNone(
      eachImport(({ path, specifier, target }) => {
        if (!target?.startsWith('src/')) return
        if (!posix.extname(specifier)) return `${path}: ${specifier} has no extension`
        // main, app and config stand at the top of src/, where `./folder/file.ts` is the same as within.
        if (dirname(path) === 'src') return specifier.startsWith('./') ? undefined : `${path}: ${specifier}`
        const isWithin = dirname(path) === dirname(target)
        if (isWithin === specifier.startsWith('./')) return
        return `${path}: ${specifier} should be ${isWithin ? 'relative' : `#${target.slice(4)}`}`
      }),
    )
  })

  test(`has at most ${largestFolder} code files in a folder`, () => {
    const folders = Map.groupBy(
      everything.filter((path) => /\.tsx?$/.test(path) && !isTest(path)),
      (path) => dirname(path),
    )
    assertNone(
      [...folders].flatMap(([folder, files]) =>
        files.length > largestFolder ? [`${folder}: ${files.length} code files`] : [],
      ),
    )
  })

  test('has SQL in stores and tables only', () => {
    const found = own.filter(({ path, text }) => !isStore(path) && hasSql(text)).map(({ path }) => path)
    assertNone(found.filter((path) => !sqlOutsideStores.includes(path)))
  })

  test('queries no table of another feature', () => {
    const owners = new Map(
      own
        .filter(({ path }) => basename(path) === 'table.ts')
        .flatMap(({ path, text }) =>
          [...text.matchAll(/\bpgTable\(\s*'(\w+)'/g)].map(
            ([, table = '']) => [table, ownerOf(path)] as const,
          ),
        ),
    )
    assert.ok(owners.size >= 20, `only ${owners.size} tables were found`)
    const isForeign = (path: string, table: string) => (owners.get(table) ?? ownerOf(path)) !== ownerOf(path)
    assertNone(
      own
        .filter(({ path }) => !foreignSql.includes(path))
        .flatMap(({ path, text }) =>
          listQueriedTables(text).flatMap((table) => (isForeign(path, table) ? `${path}: ${table}` : [])),
        ),
    )
  })

  test('imports files that are there', () => {
    const files = new Set(globSync('{src,locales,dist}/**/*', { cwd: project }))
    files.add('package.json')
    assertNone(
      eachImport(({ path, specifier, target }) =>
        !target || target.startsWith('dist/') || files.has(target.replace(/\?.*$/, ''))
          ? undefined
          : `${path}: there is no ${specifier}`,
      ),
    )
  })

  test('has no barrels and no default exports', () => {
    assertNone(
      own.flatMap(({ path, text }) => {
        const code = withoutComments(text)
        const faults: string[] = []
        if (/^index\.tsx?$/.test(basename(path))) faults.push(`${path}: is named like a barrel`)
        if (/^export\s+\*/m.test(code)) faults.push(`${path}: exports all of another file`)
        if (/^export\s+default\b/m.test(code)) faults.push(`${path}: has a default export`)
        if (/^(utils?|helpers?|misc|common|manager|base)\b/.test(basename(path)))
          faults.push(`${path}: has a name that says nothing`)
        return faults
      }),
    )
  })

  test('names the files that load built modules, and has one that reads the environment', () => {
    const loaders = own
      .filter(({ text }) => /dist\/server/.test(withoutComments(text)))
      .map(({ path }) => path)
    assert.deepEqual(loaders, bundleLoaders)
    const readers = own
      .filter(({ text }) => /\bprocess\.env\b|import\.meta\.env\b(?!\.DEV\b)/.test(withoutComments(text)))
      .map(({ path }) => path)
    assert.deepEqual(readers, ['src/config.ts'])
  })

  test(`has no file longer than ${longestFile} lines`, () => {
    assert.ok(everything.length > own.length)
    assertNone(
      everything.flatMap((path) => {
        const lines = readFileSync(join(project, path), 'utf8').trimEnd().split('\n').length
        return lines > longestFile ? [`${path}: ${lines} lines`] : []
      }),
    )
  })

  test(`has no function longer than ${longestFunction} lines`, () => {
    const functions = own.flatMap(({ path, text }) =>
      measureFunctions(path, text).map((one) => ({ ...one, path })),
    )
    assert.ok(functions.length >= 1_000, `only ${functions.length} functions were measured`)
    const long = functions.filter(({ length }) => length > longestFunction)
    const list = long.map(({ path, line, length }) => `${path}:${line}: ${length} lines`).join('\n')
    assert.ok(long.length <= longFunctions, `${long.length} functions are too long:\n${list}`)
  })
})

function assertNone(faults: string[]): void {
  assert.equal(faults.length, 0, `\n${faults.join('\n')}\n`)
}

/**
 * Which groups of the features' files import which others. A row may refer to the row of another feature, and a screen may
 * show sentences of another catalogue: neither counts.
 */
function featureImports(
  groupOf: (path: string) => string | undefined,
  isIgnored = (_from: string, _to: string) => false,
): Map<string, string[]> {
  const edges = new Map<string, string[]>()
  for (const { path, imports } of own.filter((one) => featureOf(one.path))) {
    for (const { target = '' } of imports) {
      const [from, to] = [groupOf(path), featureOf(target) && groupOf(target)]
      if (!from || !to || from === to || isIgnored(from, to)) continue
      if (basename(path) === 'table.ts' && basename(target) === 'table.ts') continue
      if (basename(target) === 'texts.ts') continue
      edges.set(from, [...(edges.get(from) ?? []), to])
    }
  }
  return edges
}

const isInside = (folder: string, other: string) => folder.startsWith(`${other}/`)

/** The cycles of a graph, one for each group that is tied together, as `a → b → a`. */
function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  function visit(node: string, trail: readonly string[]): void {
    const start = trail.indexOf(node)
    if (start >= 0) {
      cycles.push([...trail.slice(start), node].join(' → '))
      return
    }
    if (done.has(node)) return
    done.add(node)
    for (const next of edges.get(node) ?? []) visit(next, [...trail, node])
  }
  for (const node of edges.keys()) visit(node, [])
  return [...new Set(cycles)]
}

function eachImport(find: (one: Import & { path: string }) => string | undefined): string[] {
  return own.flatMap(({ path, imports }) =>
    imports.map((one) => find({ path, ...one })).filter((fault) => fault !== undefined),
  )
}

function layerOf(path: string) {
  return layers.find(({ files }) => files.test(path))
}

function featureOf(path: string): string | undefined {
  return path.match(/^src\/features\/([^/]+)\//)?.[1]
}

/** The feature of a file, or its folder within `src` where it is of none. */
function ownerOf(path: string): string {
  return featureOf(path) ?? dirname(path)
}

/** Where SQL may stand: in stores and tables, and in the platform, which queries its own tables and the server. */
function isStore(path: string): boolean {
  return path.startsWith('src/platform/') || /(?:^|-)store\.ts$|^table\.ts$/.test(basename(path))
}

const sqlPatterns = [
  /^import (?!type\b)[^'"]*'drizzle-orm/m,
  /\bsql[`<.]/,
  /\b(?:db|tx|transaction|connection|pool|client)\s*\.(?:select\w*|insert|update|delete|execute|query|\$count)\(/,
  /['"`]\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|LOCK TABLE)\s/,
]

function hasSql(text: string): boolean {
  const code = withoutComments(text)
  return sqlPatterns.some((pattern) => pattern.test(code))
}

/** The tables that raw SQL names: `FROM one, other AS o` and the like, with keywords in capital letters. */
function listQueriedTables(text: string): string[] {
  const item = String.raw`"?[a-z_]+"?(?:\s+(?:AS\s+)?[a-z_]+)?`
  const pattern = new RegExp(
    String.raw`\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+(?:ONLY\s+)?(${item}(?:\s*,\s*${item})*)`,
    'g',
  )
  return [...withoutComments(text).matchAll(pattern)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim().split(/\s/)[0]?.replaceAll('"', '') ?? ''),
  )
}

function importsOf(path: string, text: string): Import[] {
  // Static imports and exports begin a line; dynamic ones may stand anywhere.
  const pattern =
    /^(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...withoutComments(text).matchAll(pattern)].map(([, named = '', bare = '', dynamic = '']) => {
    const specifier = named || bare || dynamic
    return { specifier, target: targetOf(path, specifier) }
  })
}

function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? posix.join(dirname(path), specifier) : undefined
}

/** The code without comments, so that what is only talked about does not count. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}
