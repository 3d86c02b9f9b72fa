import type { ReactNode } from 'react'
import type { PlatformId } from '#features/social/contract.ts'
import styles from './parts.module.css'

/** What is posted on each platform, in our own line drawings: no platform's logo. */
const drawings: Readonly<Record<PlatformId, ReactNode>> = {
  // Branches that join.
  github: (
    <>
      <circle cx="6" cy="5" r="1.8" />
      <circle cx="6" cy="15" r="1.8" />
      <circle cx="14" cy="7" r="1.8" />
      <path d="M6 6.8v6.4M14 8.8c0 2.7-3.2 3.2-6.3 4.8" />
    </>
  ),
  // A picture in its frame.
  instagram: (
    <>
      <path d="M3 4h14v12H3z" />
      <path d="M3 13.5l4-4 3.5 3.5 2.5-2.5 4 4" />
      <circle cx="13.2" cy="7.3" r="1.2" />
    </>
  ),
  // Answers below answers.
  reddit: <path d="M3 5h9M6 10h9M9 15h8M3 5v10M6 10v5" />,
  // A few lines.
  twitter: <path d="M3.5 4h13v10h-6l-4 3v-3h-3zM6.5 7.5h7M6.5 10.5h4" />,
  // A briefcase.
  linkedin: <path d="M3 6.5h14v9.5H3zM7.5 6.5V4h5v2.5M3 10.5h14M10 9.5v2" />,
  // A question.
  stackoverflow: (
    <>
      <path d="M3 3.5h14v10.5H9.5L6 17v-3H3z" />
      <path d="M8 7.2c.2-2.2 4-2.2 4 .1 0 1.5-2 1.5-2 3.1M10 11.7v.9" />
    </>
  ),
  // An upright film.
  tiktok: <path d="M5.5 2.5h9v15h-9zM8.5 7.5v5l4-2.5z" />,
  // Posts on one string.
  threads: (
    <>
      <path d="M10 2v2.5M10 8.5v3M10 15.5V18" />
      <circle cx="10" cy="6.5" r="2" />
      <circle cx="10" cy="13.5" r="2" />
    </>
  ),
  // A loudspeaker.
  telegram: <path d="M3 8v4h3l7 4V4L6 8zM15.5 7.5c1.3 1.4 1.3 3.6 0 5" />,
  // A page of code.
  csdn: <path d="M4 2.5h12v15H4zM8.5 7.5L6.3 10l2.2 2.5M11.5 7.5l2.2 2.5-2.2 2.5" />,
}

/** The mark of a platform, for beside its name. */
export function PlatformMark({ platform }: { platform: PlatformId }) {
  return (
    <span className={styles.mark}>
      <svg
        viewBox="0 0 20 20"
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        aria-hidden="true"
      >
        {drawings[platform]}
      </svg>
    </span>
  )
}
