import optimizeLocales from '@react-aria/optimize-locales-plugin'
import type { MessageSetName } from '@sitwell/i18n/areas'
import react from '@vitejs/plugin-react'
import type { PluginOption } from 'vite'
import { ariaInWelsh } from './aria-in-welsh-plugin.ts'
import { callsOfBrowser } from './calls-plugin.ts'
import { classNames } from './class-names-plugin.ts'
import { messages } from './messages-plugin.ts'

interface AppBuild {
  readonly usesAllOfAria: boolean
  readonly texts?: readonly MessageSetName[]
}

/**
 * The plugins by which every app of the site is built. An app's path on the site is the `base` of its build, with a slash at its end.
 * `usesAllOfAria`: the app has every part of React Aria that says something by itself, so that its build notices if one keeps its texts elsewhere.
 * `texts`: the sets of messages that the app loads; those of the player unless given.
 */
export const appPlugins = ({ usesAllOfAria, texts }: AppBuild): PluginOption[] => [
  react(),
  // React Aria brings its own strings in 34 languages, and not in Welsh.
  { ...optimizeLocales.vite({ locales: ['en-US', 'ar-AE', 'de-DE'] }), enforce: 'pre' },
  ariaInWelsh({ findsAll: usesAllOfAria, hasOffice: texts?.includes('office') ?? false }),
  callsOfBrowser(),
  classNames(),
  messages(texts),
]

/** What every build of an app has in common, beside its plugins. */
export const appBuild = {
  target: 'es2023',
  // A font inlined as base64 would be loaded by everyone, whatever script they read.
  assetsInlineLimit: 0,
} as const

/**
 * The names of built files. Every script names the files that it may load, and such letters can't be pressed: seven of them keep the
 * files of all versions apart, and the bundler has eight.
 */
export const fileNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
} as const
