interface PioneerBadgeProps {
  label: string
  /** The word on the ring. */
  word: string
  /** The product's name, on the ring below. */
  name: string
  /** False where the word's letters hang together and must not be bent. */
  bent: boolean
}

/** The Pioneer badge, drawn whole. It uses the engravings that every page defines. */
export function PioneerBadge({ label, word, name, bent }: PioneerBadgeProps) {
  return (
    <svg className="badge" viewBox="-490 -490 980 980" role="img" aria-label={label}>
      <g className="weave" transform="scale(.485)">
        <use href="#pioneer" />
      </g>
      <circle r="318" fill="var(--paper)" />
      <g fill="none" stroke="var(--line)">
        <circle r="318" strokeWidth="3" />
        <circle r="306" />
        <circle r="222" />
        <path id="ring-above" d="M-248 0A248 248 0 0 1 248 0" stroke="none" />
        <path id="ring-below" d="M-281 0A281 281 0 0 0 281 0" stroke="none" />
      </g>
      <text>
        <textPath href="#ring-above" startOffset="50%">
          {bent ? word : name}
        </textPath>
      </text>
      {bent ? (
        <text>
          <textPath href="#ring-below" startOffset="50%">
            {name}
          </textPath>
        </text>
      ) : (
        <text y="284" className="straight">
          {word}
        </text>
      )}
      <g fill="var(--line)">
        <circle cx="-264" r="5" />
        <circle cx="264" r="5" />
      </g>
      <use href="#seal" transform="scale(2.06)" />
    </svg>
  )
}
