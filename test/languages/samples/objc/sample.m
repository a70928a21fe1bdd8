// A list of notes that can be searched.
#import <Foundation/Foundation.h>

@protocol Searchable <NSObject>
- (BOOL)matches:(NSString *)text;
@optional
- (void)reset;
@end

@interface Note : NSObject <Searchable>
@property (nonatomic, copy) NSString *title;
@property (nonatomic, assign) NSInteger rank;
- (instancetype)initWithTitle:(NSString *)title rank:(NSInteger)rank;
+ (Note *)emptyNote;
@end

@implementation Note

- (instancetype)initWithTitle:(NSString *)title rank:(NSInteger)rank {
  self = [super init];
  if (self) {
    _title = [title copy];
    _rank = rank;
  }
  return self;
}

+ (Note *)emptyNote {
  return [[Note alloc] initWithTitle:@"" rank:0];
}

- (BOOL)matches:(NSString *)text {
  return [self.title rangeOfString:text].location != NSNotFound;
}

@end

int main(int argc, const char *argv[]) {
  @autoreleasepool {
    NSArray *notes = @[ [[Note alloc] initWithTitle:@"a \"b\" [c" rank:1], [Note emptyNote] ];
    /* Blocks are closures. */
    BOOL (^good)(Note *) = ^BOOL(Note *note) {
      return note.rank > 0;
    };
    for (Note *note in notes) {
      if (good(note) && [note matches:@"b"]) {
        NSLog(@"%@ (%ld)\n", note.title, (long)note.rank);
      }
    }
    NSDictionary *counts = @{@"all" : @(notes.count), @"none" : @0};
    @try {
      NSLog(@"%@", counts[@"all"]);
    } @catch (NSException *problem) {
      NSLog(@"%@", problem);
    }
  }
  return 0;
}
