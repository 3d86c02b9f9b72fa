/** Whether a text is the built-in one or the team's, by shape rather than colour: a ring or a disc. */
export function StateMark({ isEdited }: { isEdited: boolean }) {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" aria-hidden="true">
      {isEdited ? (
        <circle cx="8" cy="8" r="5.7" fill="currentColor" stroke="none" />
      ) : (
        <circle cx="8" cy="8" r="5" strokeWidth="1.2" />
      )}
    </svg>
  )
}
