import type { PlatformId } from '#features/social/contract.ts'

/**
 * How a platform counts the length of a text. `codePoints`: Unicode code points; `utf16`: UTF-16 code units; `bytes`: bytes of UTF-8;
 * `weighted`: the weights of X; `emojiBytes`: code points, but emoji as bytes of UTF-8.
 */
export type TextUnit = 'graphemes' | 'codePoints' | 'utf16' | 'bytes' | 'weighted' | 'emojiBytes'

export interface TextLimit {
  unit: TextUnit
  least: number
  most: number
}

export interface FileLimit {
  /** How many a post may have. */
  most: number
  /** Content types that the platform takes. */
  types: readonly string[]
  /** The size of one file in bytes. */
  mostBytes: number
  /** Pixels of width and height. */
  leastWidth?: number
  mostWidth?: number
  mostHeight?: number
  /** Width divided by height. Pictures beyond are cropped. */
  ratios?: { least: number; most: number }
  /** Of a video. */
  seconds?: { least: number; most: number }
  alternativeText?: TextLimit
}

/** A further field that a platform needs to know where a post goes. Its texts are `social:targets.<platform>.<name>`. */
export interface TargetField {
  name: string
  isRequired: boolean
  /** Whether the platform lists the values (`listTargets`), or people type one, which matches this. */
  pattern?: RegExp
}

/** What a post may be for a platform. The same for the composer, the API and the publisher. */
export interface PlatformLimits {
  platform: PlatformId
  text: TextLimit
  /** With a file, where that differs. */
  textWithFiles?: TextLimit
  /** With a video, where that differs. */
  textWithVideo?: TextLimit
  /** Undefined where posts have no title. */
  title?: TextLimit
  /** With a video, where that differs. */
  titleWithVideo?: TextLimit
  /** How many of each a text may hold. */
  hashtags?: number
  mentions?: number
  links?: number
  images?: FileLimit
  videos?: FileLimit
  /** Whether a post needs a file. */
  needsFile: boolean
  /** Whether images and videos may be in the same post. */
  mayMix: boolean
  /** The most files of both kinds; by default the larger of both. */
  mostFiles?: number
  targets: readonly TargetField[]
}
