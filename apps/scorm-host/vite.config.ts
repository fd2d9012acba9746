import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The host is built to `dist`, which the server serves on the origin of the courses. */
export default defineConfig({
  build: {
    target: 'es2023',
    // What a host has to load is asked for at once; a polyfill for older browsers is one more script.
    modulePreload: { polyfill: false },
    rolldownOptions: { input: fileURLToPath(new URL('host.html', import.meta.url)) },
  },
})
