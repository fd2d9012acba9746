import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The player is built to `dist`, which the server serves; `vite` alone is enough to work on a screen's look. */
export default defineConfig({
  plugins: [
    react(),
    // React Aria brings its own strings in 34 languages; the player speaks two.
    { ...optimizeLocales.vite({ locales: ['en-US', 'ar-AE'] }), enforce: 'pre' },
  ],
  build: {
    target: 'es2023',
    sourcemap: true,
    // A font inlined as base64 would be loaded by everyone, whatever script they read.
    assetsInlineLimit: 0,
  },
})
