import { Icon, type IconName, stroke } from '@sitwell/ui/icon.tsx'

/** The icons of the navigation: those of every app, and one that only the office has, because each icon of all apps weighs on the player. */
export type NavigationIconName = IconName | 'calendar'

export const NavigationIcon = ({
  name,
  className,
}: {
  readonly name: NavigationIconName
  readonly className: string | undefined
}) =>
  name === 'calendar' ? (
    <svg viewBox="0 0 24 24" data-icon={name} aria-hidden="true" focusable="false" className={className}>
      <path {...stroke} d="M4 6h16v14.5H4zM4 10.5h16M8.5 3.5V8m7-4.5V8m-7 7 2.5 2.5 4.5-4.5" />
    </svg>
  ) : (
    <Icon name={name} className={className} />
  )
