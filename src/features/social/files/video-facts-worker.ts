// What the worker pool runs to read the facts of a video; see `files.ts`.
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'

// More than any player shows; what a file says of itself can be any number.
const mostPixels = 100_000

export interface VideoFacts {
  type: string
  width: number
  height: number
  seconds: number
}

/** Reads what a video is from its container, without decoding it; undefined when it is none. */
export async function run(path: string): Promise<VideoFacts | undefined> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) return undefined
    const seconds = await input.computeDuration()
    const { mimeType: type } = await input.getFormat()
    const { displayWidth: width, displayHeight: height } = track
    const isSize = (pixels: number) => pixels >= 1 && pixels <= mostPixels
    if (!isSize(width) || !isSize(height) || !Number.isFinite(seconds)) return undefined
    return { type, width: Math.round(width), height: Math.round(height), seconds }
  } catch {
    return undefined
  } finally {
    input.dispose()
  }
}
