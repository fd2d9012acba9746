import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon.module.css'

/** How every icon is drawn. */
export const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** The path of each icon; most are a single line. */
const shapes = {
  alert: 'M12 3 2 20.5h20zM12 10v4.5m0 3v.1',
  arrowDown: 'm6 9 6 6 6-6',
  arrowUp: 'm6 15 6-6 6 6',
  bookmark: 'M6 3.5h12v17l-6-4.5-6 4.5z',
  bookmarkFilled: <path {...stroke} fill="currentColor" d="M6 3.5h12v17l-6-4.5-6 4.5z" />,
  bug: 'M8 9.5a4 4 0 0 1 8 0v6a4 4 0 0 1-8 0zM12 9v10.5M9.5 6.5 8 4m6.5 2.5L16 4M8 10.5 4.5 8.5M8 14H4m4 3-3 2.5M16 10.5l3.5-2M16 14h4m-4 3 3 2.5',
  check: <path {...stroke} strokeWidth={2.5} d="m4.5 12.5 5 5 10-11" />,
  circle: <circle {...stroke} cx="12" cy="12" r="8" />,
  circleHalf: (
    <>
      <circle {...stroke} cx="12" cy="12" r="8" />
      <path fill="currentColor" d="M4 12a8 8 0 0 0 16 0Z" />
    </>
  ),
  circleDashed: <circle {...stroke} strokeDasharray="3 5.4" cx="12" cy="12" r="8" />,
  clock: (
    <>
      <circle {...stroke} cx="12" cy="12" r="9" />
      <path {...stroke} d="M12 7v5l3.5 2" />
    </>
  ),
  close: 'm6 6 12 12M18 6 6 18',
  cloud: 'M7 18.5a4.5 4.5 0 0 1-.4-9 6 6 0 0 1 11.3 1.6A3.8 3.8 0 0 1 17.5 18.5z',
  cloudOff: 'M7 18.5a4.5 4.5 0 0 1-.4-9M9.5 6.5a6 6 0 0 1 8.4 4.6 3.8 3.8 0 0 1 2.3 5.9M4 3.5l16.5 17M14 18.5H7',
  course: 'M12 6.5C10 5 7 4.5 3.5 4.5v13c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-13c-3.5 0-6.5.5-8.5 2zm0 0v13',
  document: 'M6 3h8l5 5v13H6zM14 3v5h5M9 12.5h7M9 16.5h7',
  fitWidth: 'M3.5 5v14m17-14v14M7 12h10m-7-3-3 3 3 3m4-6 3 3-3 3',
  flag: 'M5 21V4h13l-3 4.5 3 4.5H5',
  info: (
    <>
      <circle {...stroke} cx="12" cy="12" r="9" />
      <path {...stroke} d="M12 11v5.5M12 7.5v.1" />
    </>
  ),
  language: (
    <>
      <circle {...stroke} cx="12" cy="12" r="9" />
      <path {...stroke} d="M3 12h18M12 3c5 5.5 5 12.5 0 18-5-5.5-5-12.5 0-18z" />
    </>
  ),
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.1m0 5.9v.1m0 5.9v.1',
  lock: 'M5 11h14v9.5H5zM8 11V7.5a4 4 0 0 1 8 0V11m-4 4v2',
  minus: 'M5 12h14',
  next: 'm9 5 7 7-7 7',
  offline:
    'M12 19v.1M8.5 15.5a5 5 0 0 1 5-1.3M5 12a10 10 0 0 1 4-2.4M2 8.5A15 15 0 0 1 7 5.4M3.5 3.5l17 17M12.5 8.9A10 10 0 0 1 19 12m-7-8a15 15 0 0 1 10 4.5',
  pause: <path {...stroke} strokeWidth={3.5} d="M8 5.5v13m8-13v13" />,
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  play: <path {...stroke} fill="currentColor" d="M7.5 5v14l11-7z" />,
  plus: 'M12 5v14M5 12h14',
  previous: 'm15 5-7 7 7 7',
  reload: 'M20 5v5h-5M19.5 10A8 8 0 1 0 20 14',
  search: (
    <>
      <circle {...stroke} cx="10.5" cy="10.5" r="6.5" />
      <path {...stroke} d="m15.5 15.5 5 5" />
    </>
  ),
  signOut: 'M10 4H4.5v16H10M9.5 12H20m-4-4.5 4.5 4.5-4.5 4.5',
  theme: (
    <>
      <circle {...stroke} cx="12" cy="12" r="9" />
      <path fill="currentColor" d="M12 3a9 9 0 0 1 0 18z" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof shapes

/** Icons that point along the reading direction turn round with it. */
const directional: ReadonlySet<IconName> = new Set(['next', 'previous', 'signOut'])

/** One of our few icons. It is decorative: the text next to it or the control's `aria-label` has its meaning. */
export const Icon = ({ name, className }: { readonly name: IconName; readonly className?: string | undefined }) => {
  const shape = shapes[name]
  return (
    <svg
      viewBox="0 0 24 24"
      data-icon={name}
      aria-hidden="true"
      focusable="false"
      className={classNames(styles.icon, directional.has(name) && styles.directional, className)}
    >
      {typeof shape === 'string' ? <path {...stroke} d={shape} /> : shape}
    </svg>
  )
}
