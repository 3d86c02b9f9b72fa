import { type PlatformId, platformNames } from '#features/social/contract.ts'

/** Where a person writes a post by hand. */
const pages: Readonly<Record<PlatformId, string>> = {
  github: 'https://github.com',
  instagram: 'https://www.instagram.com',
  reddit: 'https://www.reddit.com/submit',
  twitter: 'https://x.com/compose/post',
  linkedin: 'https://www.linkedin.com/feed/',
  stackoverflow: 'https://stackoverflow.com/questions/ask',
  tiktok: 'https://www.tiktok.com/upload',
  threads: 'https://www.threads.net',
  telegram: 'https://web.telegram.org',
  csdn: 'https://editor.csdn.net/md/',
}

export const handPostingPage = (platform: PlatformId): { name: string; url: string } => ({
  name: platformNames[platform],
  url: pages[platform],
})
