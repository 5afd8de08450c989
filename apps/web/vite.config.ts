import { paraglideVitePlugin } from '@inlang/paraglide-js'
import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'
import { contractsPlugin } from './contracts-plugin.ts'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3001'

export default defineConfig({
  plugins: [
    contractsPlugin(),
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/lib/paraglide',
      strategy: ['cookie', 'preferredLanguage', 'baseLocale'],
      cookieName: 'locale',
      emitTsDeclarations: true,
    }),
    sveltekit({
      adapter: adapter({ precompress: true }),
      csp: {
        mode: 'auto',
        directives: {
          'default-src': ['self'],
          'script-src': ['self'],
          // Cards are placed by style attributes, which a nonce cannot cover.
          'style-src': ['self', 'unsafe-inline'],
          'connect-src': ['self'],
          'img-src': ['self', 'data:'],
          'object-src': ['none'],
          'base-uri': ['self'],
          'frame-ancestors': ['none'],
          'form-action': ['self'],
        },
      },
    }),
  ],
  server: { proxy: { '/api': { target: api, ws: true, xfwd: true } } },
})
