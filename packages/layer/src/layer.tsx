import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { closeLayer, isOnTop, layerMarks, openLayer } from './open-layers.ts'
import { tabOver } from './tab-stops.ts'

interface LayerLook {
  /** Covers the window. */
  readonly veil: string | undefined
  readonly dialog: string | undefined
}

/**
 * A dialog over the page: while it is there all else is inert, the focus stays in it, and goes back once it is gone. By Escape it closes where it has
 * an `onClose`, by a press beside it with `isDismissable` too. Its name is `name`, or the text of the element with the id `titleId`.
 */
export const Layer = ({
  look,
  role = 'dialog',
  name,
  titleId,
  describedBy,
  isDismissable = false,
  onClose,
  children,
}: {
  readonly look: LayerLook
  readonly role?: 'dialog' | 'alertdialog'
  readonly name?: string
  readonly titleId?: string
  /** Id of what is read out behind its name. */
  readonly describedBy?: string | undefined
  readonly isDismissable?: boolean
  onClose?: (() => void) | undefined
  readonly children: ReactNode
}) => {
  const host = useRef<HTMLDivElement>(null)
  const dialog = useRef<HTMLElement>(null)
  // Before anything in it takes the focus.
  const [from] = useState(() => document.activeElement)
  const isPressed = useRef(false)
  const close = useRef(onClose)
  close.current = onClose

  useLayoutEffect(() => {
    const [ownHost, ownDialog] = [host.current, dialog.current]
    if (!ownHost || !ownDialog) return
    openLayer({ host: ownHost, dialog: ownDialog }, from)
    return () => closeLayer(ownHost)
  }, [from])

  useEffect(() => {
    const [ownHost, ownDialog] = [host.current, dialog.current]
    if (!ownHost || !ownDialog) return
    const keepFocus = () => {
      if (isOnTop(ownHost) && document.activeElement === document.body) ownDialog.focus()
    }
    // What has the focus may be taken away, or be pressed no more; a browser sees the latter as it draws the next frame.
    const watching = new MutationObserver(() => requestAnimationFrame(() => requestAnimationFrame(keepFocus)))
    watching.observe(ownHost, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] })
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && event.target === document.body && isOnTop(ownHost)) close.current?.()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      watching.disconnect()
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    if (event.key === 'Escape') {
      // What it was opened from is no child of the page, and yet would hear it.
      event.stopPropagation()
      event.preventDefault()
      onClose?.()
    }
    const next = event.key === 'Tab' && isOnTop(event.currentTarget) && tabOver(event.currentTarget, event.shiftKey)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const onMouseDown = (event: MouseEvent<HTMLDivElement>) => {
    isPressed.current = event.target === host.current
    // A press beside it takes the focus from nothing.
    if (isPressed.current) event.preventDefault()
  }
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    if (isDismissable && isPressed.current && event.target === host.current) onClose?.()
  }

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the dialog closes it; Escape does for who has no pointer
    <div ref={host} {...layerMarks} className={look.veil} onKeyDown={onKeyDown} onMouseDown={onMouseDown} onClick={onClick}>
      <section
        ref={dialog}
        role={role}
        tabIndex={-1}
        aria-label={name}
        aria-labelledby={titleId}
        aria-describedby={describedBy}
        className={look.dialog}
      >
        {children}
      </section>
    </div>,
    document.body,
  )
}
