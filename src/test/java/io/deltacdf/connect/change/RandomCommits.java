package io.deltacdf.connect.change;

import static io.deltacdf.connect.change.KeyCommits.STATE;

import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeFile.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random files of commits to the table of {@link KeyCommits}; rows need not be consistent. */
final class RandomCommits {
  private static final String[] NAMES = {"a", "b", "c", null};

  private RandomCommits() {}

  /** Returns a removed and an added file, or some change files. */
  static FakeFile[] files(Random random) {
    return random.nextInt(3) == 0 ? overwrite(random) : changes(random);
  }

  private static FakeFile[] changes(Random random) {
    int keys = 2 + random.nextInt(14);
    FakeFile[] files = new FakeFile[1 + random.nextInt(3)];
    for (int i = 0; i < files.length; i++) {
      List<Row> rows = new ArrayList<>();
      for (int unit = random.nextInt(7); unit > 0; unit--) {
        addRows(rows, random, keys);
      }
      files[i] = FakeFile.cdc("cdc-" + i, STATE, rows.toArray(Row[]::new));
    }
    return files;
  }

  private static void addRows(List<Row> rows, Random random, int keys) {
    long key = random.nextInt(keys);
    String name = name(random);
    switch (random.nextInt(6)) {
      case 0 -> rows.add(FakeFile.delete(key, name));
      case 1 -> rows.add(FakeFile.insert(key, name));
      case 2 -> rows.add(FakeFile.preimage(key, name));
      case 3 -> rows.add(FakeFile.postimage(key, name));
      default -> {
        rows.add(FakeFile.preimage(key, name));
        rows.add(FakeFile.postimage(random.nextInt(4) == 0 ? key + 1 : key, name(random)));
      }
    }
  }

  private static FakeFile[] overwrite(Random random) {
    int keys = 2 + random.nextInt(20);
    List<Row> removed = new ArrayList<>();
    List<Row> added = new ArrayList<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      removed.add(FakeFile.delete((long) random.nextInt(keys), name(random)));
    }
    for (int i = random.nextInt(12); i > 0; i--) {
      added.add(FakeFile.insert((long) random.nextInt(keys), name(random)));
    }
    return new FakeFile[] {
      FakeFile.added("new", STATE, added.toArray(Row[]::new)),
      FakeFile.removed("old", STATE, removed.toArray(Row[]::new))
    };
  }

  private static String name(Random random) {
    return NAMES[random.nextInt(NAMES.length)];
  }
}
