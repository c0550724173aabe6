package io.deltacdf.connect.testing.fuzz;

import io.deltacdf.connect.testing.fuzz.ParquetParts.PagePart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;

/** Damages the footer or the pages of a Parquet file, by their fields or by their bytes. */
public final class ParquetMutator {
  private static final Mutator BYTES = new ByteMutator();
  private static final Mutator FOOTER_BYTES = new ByteMutator(ParquetParts::footerStart);

  private ParquetMutator() {}

  /** Damages the footer. */
  public static Mutation footer(byte[] file, Random random) {
    if (random.nextInt(3) == 0) {
      return FOOTER_BYTES.mutate(file, random);
    }
    FileMetaData footer = ParquetParts.footer(file);
    String text = ThriftMutator.mutate(footer, random);
    try {
      return new Mutation(ParquetParts.withFooter(file, footer), text);
    } catch (IOException e) {
      // Thrift does not write a struct without a field that it needs.
      return FOOTER_BYTES.mutate(file, random);
    }
  }

  /** Damages a page. Checksums are kept in a third of the cases, and omitted in the others. */
  public static Mutation page(byte[] file, Random random) {
    ParquetParts parts = ParquetParts.of(file);
    if (random.nextInt(3) > 0) {
      parts.chunks().forEach(pages -> pages.forEach(page -> page.header().unsetCrc()));
    }
    int chunk = random.nextInt(parts.chunks().size());
    List<PagePart> pages = parts.chunks().get(chunk);
    int at = random.nextInt(pages.size());
    PagePart page = pages.get(at);
    String text = "chunk " + chunk + ", page " + at + ": ";
    try {
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> text += ThriftMutator.mutate(page.header(), random);
        case 3 -> {
          pages.remove(at);
          text += "removed";
        }
        case 4 -> {
          pages.add(at, page);
          text += "twice";
        }
        case 5 -> {
          pages.add(pages.remove(at));
          text += "moved to the end";
        }
        default -> {
          Mutation body = BYTES.mutate(page.body(), random);
          text += body.text();
          pages.set(at, resized(page, body.bytes()));
        }
      }
      return new Mutation(parts.join(), text);
    } catch (IOException e) {
      return BYTES.mutate(file, random);
    }
  }

  /** Lets a page of the last column say that it is larger than the heap. */
  public static Mutation hugePage(byte[] file, Random random) {
    ParquetParts parts = ParquetParts.of(file);
    List<PagePart> pages = parts.chunks().get(parts.chunks().size() - 1);
    int page = random.nextInt(pages.size());
    pages.get(page).header().setCompressed_page_size(Integer.MAX_VALUE);
    try {
      return new Mutation(parts.join(), "page " + page + " of the last column is huge");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the page with another body, whose length the header tells. */
  private static PagePart resized(PagePart page, byte[] body) {
    PageHeader header = page.header();
    int more = body.length - page.body().length;
    header.setCompressed_page_size(body.length);
    header.setUncompressed_page_size(header.getUncompressed_page_size() + more);
    return new PagePart(header, body);
  }

  /** Damages any part of a Parquet file. */
  public static Mutation any(byte[] file, Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> BYTES.mutate(file, random);
      case 1 -> footer(file, random);
      default -> page(file, random);
    };
  }
}
