import type { Plugin } from 'vite'

const dialog = /\/react-aria-components\/dist\/private\/Dialog\.mjs$/
/** The contexts that a dialog or its `DialogTrigger` fills; each is the only thing that the dialog's file takes of the other. */
const contextOf: Readonly<Record<string, string>> = {
  './Button.mjs': 'ButtonContext',
  './Menu.mjs': 'RootMenuTriggerStateContext',
  './Popover.mjs': 'PopoverContext',
}
const prefix = '\0sitwell-dialog-without/'

/**
 * React Aria has its dialog in one file with `DialogTrigger`, which imports menus, popovers and all that lists are made of. Nothing here
 * is opened by a `DialogTrigger`: without that, dialogs are 15 kB lighter, and who has no menus loads none. Where one is used all the
 * same, nothing opens. Nor are their buttons React Aria's, which it would tell in `slot="close"` to close the dialog.
 */
export const ariaDialogAlone = (): Plugin => ({
  name: 'sitwell-aria-dialog',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer !== undefined && dialog.test(importer) && Object.hasOwn(contextOf, source) ? `${prefix}${source}` : null,
  load: (id) =>
    id.startsWith(prefix)
      ? `import { createContext } from 'react'
export const ${contextOf[id.slice(prefix.length)]} = createContext(null)`
      : null,
})
