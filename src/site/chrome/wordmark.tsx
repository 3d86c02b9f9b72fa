/** The built-in name in the outlines of the display face (`newsreader-en.woff2`), 140 units to the em, so that it never changes its face. */
const outlines = {
  name: 'Firmeza',
  path: 'M63-70l-3 20 3 20h-2l-6-18-34-1v-2l34-2 6-17zM73-103l7 29h-2l-13-24 7 1h-53v-3h47zM27-100v96l13 3v1h-36v-1l13-3v-92l-13-3v-1zM99-89c-7 0-9-8-6-12 3-3 9-3 11 0 4 4 2 12-5 12zM104-74v9 62l10 2v1h-29v-1l10-2v-61c-1-1-6-3-11-5v-1l20-4zM162-73c5 0 7 7 4 10-5 4-13-3-22 3-2 2-4 3-6 5v-2c15-14 19-16 24-16zM139-59v56l12 2v1h-31v-1l10-2v-61c-2-1-5-2-11-5v-1l20-4zM191-62v59l10 2v1h-30v-1l11-2v-61c-2-1-5-2-11-5v-1l19-4h1zM234-53v50l10 2v1h-29v-1l10-2v-48c0-10-4-15-15-15-8 0-16 3-21 6v-2c13-9 19-11 26-11 14 0 19 6 19 20zM277-52v49l10 2v1h-29v-1l10-2v-47c0-12-4-16-15-16-8 0-16 3-21 6l-1-2c14-9 19-11 27-11 14 0 19 6 19 21zM328-73c14 0 23 10 24 26h-49v-3h43l-3 2c-2-15-7-22-17-22-15 0-22 11-22 29 0 24 10 35 27 35 8 0 15-3 22-11l1 1c-9 13-17 17-28 17-18 0-31-12-31-36 0-21 12-38 33-38zM362 0v-1l45-70 2 2-42 1 4-2-8 20h-2l4-26h1l5 4h45v1l-45 70-3-2 41-1-3 2 11-23h2l-6 25zM472-46v2c-31 10-35 16-35 25s6 14 14 14c10 0 17-6 17-16v-31c0-11-5-17-16-17-5 0-11 1-15 3l4-2c-1 5-2 10-3 12-1 1-4 2-6 2-3 0-4-2-4-4 0-7 17-15 28-15 16 0 21 8 21 20v41c0 6 3 7 7 7 3 0 5 0 9-3v2c-5 6-9 7-14 7-8 0-11-4-11-17v-1c-2 12-10 18-20 18-12 0-20-6-20-18s5-17 44-29z',
}

/** The site's name beside the seal: drawn if it is the built-in one, otherwise as text. */
export function Wordmark({ name }: { name: string }) {
  if (name !== outlines.name) return <span dir="auto">{name}</span>
  return (
    <svg viewBox="0 -129 492 166" role="img" aria-label={name} fill="currentColor">
      <path d={outlines.path} />
    </svg>
  )
}
