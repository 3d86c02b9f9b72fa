import type { FileLimit, PlatformLimits, TextLimit, TextUnit } from './contract.ts'

/** What is known of a file of a post. */
export interface MeasuredFile {
  kind: 'image' | 'video'
  type: string
  size: number
  width: number
  height: number
  seconds: number | null
  alternativeText: string
}

/** What a post says, before it is known whether its platform takes it. */
export interface MeasuredPost {
  text: string
  title: string
  target: Readonly<Record<string, string>>
  files: readonly MeasuredFile[]
}

/** Why a platform does not take a post; the code is in `social:limits.<code>`. */
export interface LimitFault {
  /** `text`, `title`, `files`, `files.<position>` or `target.<name>`. */
  field: string
  code: LimitCode
  params: Readonly<Record<string, string | number>>
}

/** A fault as it is stored with a post: `limits.text_too_long?limit=500&length=501`. */
export function writeLimitFault({ code, params }: LimitFault): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) query.set(name, String(value))
  return `limits.${code}?${query}`
}

/** The code and the numbers and words of a stored fault; undefined for anything else. */
export function findLimitFault(stored: string): Pick<LimitFault, 'code' | 'params'> | undefined {
  const [, found, query] = /^limits\.(\w+)\?(.*)$/s.exec(stored) ?? []
  const code = limitCodes.find((one) => one === found)
  if (!code) return undefined
  const params = [...new URLSearchParams(query)].map(([name, value]): [string, string | number] => [
    name,
    /^\d+(\.\d+)?$/.test(value) ? Number(value) : value,
  ])
  return { code, params: Object.fromEntries(params) }
}

export const limitCodes = [
  'text_required',
  'text_too_short',
  'text_too_long',
  'too_many_hashtags',
  'too_many_mentions',
  'too_many_links',
  'file_required',
  'files_unsupported',
  'too_many_files',
  'files_mixed',
  'file_type',
  'file_too_big',
  'file_too_narrow',
  'video_too_short',
  'video_too_long',
  'video_unmeasured',
  'target_required',
  'target_invalid',
] as const
export type LimitCode = (typeof limitCodes)[number]

// Made when first needed: it takes memory.
let segmenter: Intl.Segmenter | undefined

function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

const emoji = /\p{RGI_Emoji}|\p{Extended_Pictographic}/v
const linkPattern = /https?:\/\/[^\s<>"'`，。、；：！？）】」』]+/giu
const hashtagPattern = /(?<![\p{L}\p{N}_&])[#＃][\p{L}\p{M}\p{N}_]*[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*/gu
const mentionPattern = /(?<![\p{L}\p{N}_.@])[@＠][A-Za-z0-9_](?:[A-Za-z0-9_.]*[A-Za-z0-9_])?/gu

/** The links in a text, each as it is written. */
export const findLinks = (text: string): string[] =>
  [...text.matchAll(linkPattern)].map(([link]) => link.replace(/[.,;:!?)\]،؛؟।…]+$/, ''))
export const findHashtags = (text: string): string[] =>
  [...withoutLinks(text).matchAll(hashtagPattern)].map(([tag]) => tag)
export const findMentions = (text: string): string[] =>
  [...withoutLinks(text).matchAll(mentionPattern)].map(([mention]) => mention)

const withoutLinks = (text: string) => findLinks(text).reduce((rest, link) => rest.replace(link, ' '), text)

/** The length of a text as its platform counts it. */
export function measureText(text: string, unit: TextUnit): number {
  switch (unit) {
    case 'graphemes':
      return [...graphemesOf(text)].length
    case 'codePoints':
      return [...text].length
    case 'utf16':
      return text.length
    case 'bytes':
      return new TextEncoder().encode(text).length
    case 'emojiBytes':
      return measureEmojiBytes(text)
    case 'weighted':
      return measureWeighted(text)
  }
}

/** Code points, but emoji as bytes of UTF-8. */
function measureEmojiBytes(text: string): number {
  let length = 0
  for (const { segment } of graphemesOf(text))
    length += emoji.test(segment) ? new TextEncoder().encode(segment).length : [...segment].length
  return length
}

// The configuration 3 of twitter-text: https://docs.x.com/resources/fundamentals/counting-characters
const weightedLink = 23
const lightRanges = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const

/** The length of a text by the weights of X: links count 23, emoji 2, letters of most alphabets 1, all others 2. */
function measureWeighted(text: string): number {
  const normal = text.normalize('NFC')
  const links = findLinks(normal)
  const rest = links.reduce((left, link) => left.replace(link, ''), normal)
  let length = links.length * weightedLink
  for (const { segment } of graphemesOf(rest)) {
    if (emoji.test(segment) && !/^[\d#*]$/.test(segment)) length += 2
    else for (const letter of segment) length += isLight(letter.codePointAt(0) ?? 0) ? 1 : 2
  }
  return length
}

const isLight = (codePoint: number) => lightRanges.some(([from, to]) => codePoint >= from && codePoint <= to)

/** The limit of the text of a post, which may depend on whether it has files, and whether one of them is a video. */
export function textLimitOf(limits: PlatformLimits, hasFiles: boolean, hasVideo = false): TextLimit {
  const withFiles = hasFiles ? (limits.textWithFiles ?? limits.text) : limits.text
  return hasVideo ? (limits.textWithVideo ?? withFiles) : withFiles
}

/** The limit of the title of a post; undefined where it has none. */
export const titleLimitOf = (limits: PlatformLimits, hasVideo: boolean): TextLimit | undefined =>
  hasVideo ? (limits.titleWithVideo ?? limits.title) : limits.title

/** Why a platform does not take a post; empty when it does. */
export function checkPost(limits: PlatformLimits, post: MeasuredPost): LimitFault[] {
  const hasFiles = post.files.length > 0
  const hasVideo = post.files.some(({ kind }) => kind === 'video')
  const limit = textLimitOf(limits, hasFiles, hasVideo)
  const title = titleLimitOf(limits, hasVideo)
  // A post says something or shows something, whatever the platform is.
  const least = hasFiles || limits.needsFile || limits.title ? limit.least : Math.max(1, limit.least)
  return [
    ...checkText('text', post.text, { ...limit, least }),
    ...(title ? checkText('title', post.title, title) : []),
    ...checkCounts(limits, post.text),
    ...checkFiles(limits, post.files),
    ...checkTargets(limits, post.target),
  ]
}

function checkText(field: string, text: string, { unit, least, most }: TextLimit): LimitFault[] {
  const length = measureText(text, unit)
  if (least > 0 && text.trim() === '') return [{ field, code: 'text_required', params: {} }]
  if (length < least) return [{ field, code: 'text_too_short', params: { limit: least, length } }]
  if (length > most) return [{ field, code: 'text_too_long', params: { limit: most, length } }]
  return []
}

function checkCounts({ hashtags, mentions, links }: PlatformLimits, text: string): LimitFault[] {
  const counts = [
    { code: 'too_many_hashtags', limit: hashtags, count: () => findHashtags(text).length },
    { code: 'too_many_mentions', limit: mentions, count: () => findMentions(text).length },
    { code: 'too_many_links', limit: links, count: () => findLinks(text).length },
  ] as const
  return counts.flatMap(({ code, limit, count }): LimitFault[] => {
    if (limit === undefined) return []
    const found = count()
    return found > limit ? [{ field: 'text', code, params: { limit, count: found } }] : []
  })
}

function checkFiles(limits: PlatformLimits, files: readonly MeasuredFile[]): LimitFault[] {
  const fault = (code: LimitCode, params = {}): LimitFault => ({ field: 'files', code, params })
  if (files.length === 0) return limits.needsFile ? [fault('file_required')] : []
  const images = files.filter(({ kind }) => kind === 'image').length
  const videos = files.length - images
  if ((images > 0 && !limits.images) || (videos > 0 && !limits.videos)) return [fault('files_unsupported')]
  if (images > 0 && videos > 0 && !limits.mayMix) return [fault('files_mixed')]
  const most = limits.mostFiles ?? Math.max(limits.images?.most ?? 0, limits.videos?.most ?? 0)
  const limit = images === 0 ? (limits.videos?.most ?? 0) : videos === 0 ? (limits.images?.most ?? 0) : most
  if (files.length > limit) return [fault('too_many_files', { limit, count: files.length })]
  return files.flatMap((file, index) => {
    const one = file.kind === 'image' ? limits.images : limits.videos
    return one ? checkFile(`files.${index}`, file, one) : []
  })
}

/** Pictures are cropped and converted to what the platform takes, so that only videos have to fit as they are. */
function checkFile(field: string, file: MeasuredFile, limit: FileLimit): LimitFault[] {
  const faults: LimitFault[] = []
  const add = (code: LimitCode, params = {}) => faults.push({ field, code, params })
  if (file.kind === 'video') {
    if (!limit.types.includes(file.type)) add('file_type', { type: file.type })
    if (file.size > limit.mostBytes) add('file_too_big', { limit: Math.floor(limit.mostBytes / 1024 / 1024) })
    if (limit.seconds) {
      const { least, most } = limit.seconds
      if (file.seconds === null) add('video_unmeasured')
      else if (file.seconds < least) add('video_too_short', { limit: least })
      else if (file.seconds > most) add('video_too_long', { limit: most })
    }
  }
  if (limit.leastWidth !== undefined && file.width < limit.leastWidth)
    add('file_too_narrow', { limit: limit.leastWidth })
  const alternative = limit.alternativeText
  return [...faults, ...(alternative ? checkText(field, file.alternativeText, alternative) : [])]
}

function checkTargets({ targets }: PlatformLimits, chosen: MeasuredPost['target']): LimitFault[] {
  return targets.flatMap(({ name, isRequired, pattern }): LimitFault[] => {
    const value = chosen[name]?.trim() ?? ''
    const field = `target.${name}`
    if (value === '') return isRequired ? [{ field, code: 'target_required', params: {} }] : []
    return pattern && !pattern.test(value) ? [{ field, code: 'target_invalid', params: {} }] : []
  })
}
