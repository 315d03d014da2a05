import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'dist.*', 'coverage', 'node_modules', 'data/store', 'bench/out'] },
  js.configs.recommended,
  // Regular expressions must run in linear time. If one does not, a comment on its line explains why it is safe.
  {
    files: ['src/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: ":matches(NewExpression, CallExpression)[callee.name='RegExp']",
          message: 'A regular expression made of a text may be slow: write it as it is.',
        },
      ],
    },
  },
  // Comments are plain sentences: these beginnings indicate a clause without a subject.
  {
    rules: {
      'no-warning-comments': ['error', { terms: ['what', 'of', 'as far as'], location: 'start', decoration: ['*'] }],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Hot loops over typed arrays stay within bounds by construction.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', Buffer: 'readonly', URL: 'readonly' } },
  },
);
