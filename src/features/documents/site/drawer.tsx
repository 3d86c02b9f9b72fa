import { drawerHeight, drawerWidth, ruleFloor, traceDivider, traceSides, zero } from './drawer-lines.ts'

interface DrawerProps {
  /** The text on the label at its front. */
  label: string
  /** Whether it is drawn open and empty, with a zero in the lines of its floor; otherwise it is closed. */
  empty?: boolean
}

/** A picture of a filing cabinet's drawer, with the border pattern of the site. */
export function Drawer({ label, empty = false }: DrawerProps) {
  return (
    <svg className="drawer" viewBox={`0 0 ${drawerWidth} ${drawerHeight}`} aria-hidden="true">
      {empty ? (
        <>
          <path d={ruleFloor(36)} />
          <path d={traceSides()} />
          <path className="divider" d={traceDivider(0, 0)} />
          <path className="divider" d={traceDivider(0.13, 1)} />
          <path className="divider" d={traceDivider(0.29, 2)} />
          <path className="zero" d={zero} />
          <path className="zero" d={zero} />
        </>
      ) : (
        <path d="M40 24H440V190H40zM48 32H432V102H48zM48 110H432V180H48zM204 56h72v22h-72zM204 134h72v22h-72z" />
      )}
      <g transform={`translate(40 ${empty ? 190 : 196})`}>
        <path className="front" d="M0 0H400V84H0z" />
        <g transform="translate(8 10)">
          <rect width="384" height="64" fill="url(#braid)" />
        </g>
        <path className="front" d="M126 14H274V70H126zM131 19H269V65H131z" />
        <text x="200" y="50" fill="var(--ink)">
          {label}
        </text>
      </g>
    </svg>
  )
}
