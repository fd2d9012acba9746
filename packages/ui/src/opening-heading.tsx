import { type ReactNode, useEffect, useRef } from 'react'

/**
 * The heading of a screen that has just come instead of another. It takes the focus, which was on something that is gone: a screen
 * reader starts where the learner does, and Tab continues from there.
 */
export const OpeningHeading = ({
  className,
  describedBy,
  children,
}: {
  readonly className: string | undefined
  /** Id of what is read out with it. */
  readonly describedBy?: string
  readonly children: ReactNode
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className} aria-describedby={describedBy}>
      {children}
    </h1>
  )
}
