import type { ComponentChildren } from 'preact';

interface HeadProps {
  readonly labels: readonly ComponentChildren[];
  /** Labels of the numeric columns that follow. */
  readonly numbers?: readonly string[];
}

export function TableHead({ labels, numbers = [] }: HeadProps) {
  return (
    <thead>
      <tr>
        {[...labels, ...numbers].map((label, i) => (
          <th scope="col" key={i} class={i < labels.length ? undefined : 'number'}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface TableProps extends HeadProps {
  readonly name: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways if it does not fit. */
export function Table({ name, class: style, children, ...head }: TableProps) {
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={name}>
      <table class={style}>
        <TableHead {...head} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function Numbers({ of }: { readonly of: readonly string[] }) {
  return (
    <>
      {of.map((text, i) => (
        <td key={i} class="number">
          {text}
        </td>
      ))}
    </>
  );
}
