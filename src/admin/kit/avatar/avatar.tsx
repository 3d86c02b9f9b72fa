import { useState } from 'react'
import { pictureAddress, type TeamMember } from '#shared/user.ts'
import styles from './avatar.module.css'
import { initialsOf } from './initials.ts'
import { toneOf } from './tone.ts'

interface AvatarProps {
  member: Pick<TeamMember, 'id' | 'name' | 'picture'>
  /** `small` in a line of text, `medium` in a row, `large` on the profile. */
  size?: 'small' | 'medium' | 'large'
  /** What it shows, where their name is not beside it. */
  label?: string
}

/** A member of the team: their picture, or their initials in a colour that is always theirs. */
export function Avatar({ member, size = 'small', label }: AvatarProps) {
  const { id, name, picture } = member
  const [missing, setMissing] = useState<string>()
  if (picture !== undefined && picture !== missing) {
    const width = size === 'large' ? 256 : 96
    return (
      <img
        className={styles.avatar}
        data-size={size}
        src={pictureAddress(picture, width)}
        width={width}
        height={width}
        alt={label ?? ''}
        decoding="async"
        // It may have been removed by its owner meanwhile.
        onError={() => setMissing(picture)}
      />
    )
  }
  return (
    <span
      className={styles.avatar}
      data-size={size}
      data-tone={toneOf(id)}
      // Drawn by the stylesheet: as text it would be part of what the button around it is called.
      data-initials={initialsOf(name)}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  )
}
