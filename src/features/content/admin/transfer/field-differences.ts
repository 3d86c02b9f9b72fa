/** A field of an item that an import would change. */
export interface FieldDifference {
  /** As `content.json` names it, such as `published.seo_title`. */
  name: string
  before: string
  after: string
}

/** What nobody reads: fingerprints, and whether a person or a machine wrote it. */
const hidden = /(^|\.)(basis|sha256|made_by)(\.|$)/

/** The fields that two versions of an item do not have in common, in the order of the new one. */
export function listDifferences(before: unknown, after: unknown): FieldDifference[] {
  const [old, wanted] = [flatten(before), flatten(after)]
  const names = [...new Set([...wanted.keys(), ...old.keys()])]
  return names.flatMap((name) => {
    const fields = { name, before: old.get(name) ?? '', after: wanted.get(name) ?? '' }
    return fields.before === fields.after || hidden.test(name) ? [] : [fields]
  })
}

/** The values of an item by their names. */
function flatten(value: unknown, name = '', fields = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) flatten(inner, name ? `${name}.${key}` : key, fields)
  } else if (value !== null && value !== undefined) fields.set(name, String(value))
  return fields
}

/** Whether a field holds a rich text. */
export const isRichText = (name: string): boolean => /(^|\.)(content|body)$/.test(name)
