import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import config from './svelte.config.js'

export default ts.config(
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig: config } },
  },
  {
    rules: {
      'no-undef': 'off',
      'svelte/prefer-svelte-reactivity': 'off', // what is reactive says so with a rune
      '@typescript-eslint/no-non-null-assertion': 'error',
    },
  },
  { ignores: ['src/lib/protocol.ts', 'src/lib/editionFile.ts', 'node_modules/'] },
)
