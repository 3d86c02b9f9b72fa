import type { ReactNode } from 'react'

/** The frame of an icon on a 20-unit grid with one line width; a directional one `flips` in Arabic. */
export function Icon({ children, flips = false }: { children: ReactNode; flips?: boolean }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      aria-hidden="true"
      data-flips={flips || undefined}
    >
      {children}
    </svg>
  )
}

export const CloseIcon = () => (
  <Icon>
    <path d="M5 5l10 10M15 5L5 15" />
  </Icon>
)
export const MenuIcon = () => (
  <Icon>
    <path d="M3 5.5h14M3 10h14M3 14.5h14" />
  </Icon>
)
export const SearchIcon = () => (
  <Icon>
    <circle cx="8.5" cy="8.5" r="5" />
    <path d="M12.2 12.2L17 17" />
  </Icon>
)
export const ChevronIcon = () => (
  <Icon>
    <path d="M6 8l4 4 4-4" />
  </Icon>
)
export const BackIcon = () => (
  <Icon flips>
    <path d="M16 10H4M9 5l-5 5 5 5" />
  </Icon>
)
export const OutwardIcon = () => (
  <Icon flips>
    <path d="M6 14L14 6M7.5 6H14v6.5" />
  </Icon>
)
export const EyeIcon = () => (
  <Icon>
    <path d="M2 10c2-3.3 4.7-5 8-5s6 1.7 8 5c-2 3.3-4.7 5-8 5s-6-1.7-8-5z" />
    <circle cx="10" cy="10" r="2.2" />
  </Icon>
)
export const EyeClosedIcon = () => (
  <Icon>
    <path d="M2 8.5c2 2.7 4.7 4 8 4s6-1.3 8-4M4.5 11.5L3 14M10 12.5v3M15.5 11.5L17 14" />
  </Icon>
)
export const BellIcon = () => (
  <Icon>
    <path d="M4 14.5h12c-1.3-1.4-1.6-2.7-1.6-5.6 0-2.6-1.9-4.4-4.4-4.4S5.6 6.3 5.6 8.9c0 2.9-.3 4.2-1.6 5.6zM10 4.5V2.8M8.2 14.5c0 1.400.8 2.300 1.800 2.300s1.800-.9 1.800-2.300" />
  </Icon>
)
