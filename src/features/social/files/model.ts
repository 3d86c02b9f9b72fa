/** The largest files that are accepted, in bytes. */
export const fileSizeLimits = { image: 15 * 1024 * 1024, video: 512 * 1024 * 1024 } as const

/** The content types of videos that are accepted. */
export const videoTypes = ['video/mp4', 'video/quicktime', 'video/webm'] as const
