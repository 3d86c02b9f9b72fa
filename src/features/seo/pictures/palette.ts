/** The colours of pictures: those of the site's light theme (`src/ui/tokens.css`). */
export const palette = {
  paper: '#f2eee3',
  ink: '#0f2f29',
  muted: '#4d5e56',
  tint: '#a8bcae',
  line: '#2f5c50',
  seal: '#bd3217',
  'on-seal': '#fff5e8',
} as const
