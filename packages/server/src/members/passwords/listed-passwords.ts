// What passwords that were used most in breaches are made of, as the lists name them: the first
// 3,800 of the 100,000 that the United Kingdom's NCSC published, the first 1,000 of Chinese
// services, and 2,000 of the "probable" 12,000, all as collected by SecLists. Digits and signs at
// their ends are left out, and what `guessed-words.ts` or a walk over the keyboard names already;
// `password-rules.ts` joins them.

const WORDS = `
myspace homelesspa target tinkle gwerty passer babygirl linkedin hunter monster adidas bubbles
pakistan harley xbox cent junior cookie family pepper google patrick arsenal brandon school sophie
bailey peanut sandra bandit austin destiny scooter nirvana monica stella victor cocacola booboo
jasper november edward casper chester mynoob hahaha canada dennis olivia sabrina dakota barbie
johnny vincent jeremy weed cameron caroline midnight louise lalala adrian heaven jessie gemini
merlin shannon precious apples jackie sammy muffin poohbear cooper poop emmanuel winston tiffany
charlotte onelove badboy maverick creative brittany lastfm manuel kristina murphy stalker carmen
doudou scorpio pimpin badoo brandy kitty compaq rabbit isabella samson boomer shorty tyler passion
soleil albert andrey dexter popcorn alyssa fucker barney karina melanie miguel snickers bubba
denise dancer maxwell swordfish francis chivas marlboro twilight pumpkin jason nathan skater
fishing bond barbara cassie hardcore fatima greenday bonnie father courtney crystal fluffy trinity
pookie simone lollipop jackass lolita alicia friendster portugal simple brooklyn darkness shelby
slayer natalia people sharon teresa pamela wilson mike klaster kenneth tucker catherine logitech
remember isabelle marcus marley lizottes nastya amber fender willow connor cutie goodluck hammer
chance stephen bigdaddy daisy marvin hotdog svetlana arthur never tintin orlando satan iverson
johnson freddy loverboy miller parker bullshit travis evildick nissan monika spencer gateway
raymond gracie sweetpea rush undertaker ihateyou zachary emily tamara asdfjkl lebron andrei parol
winnie bianca bigboy jacob julian pantera poopoo lollol nascar lorenzo sierra career shopping
genesis nelson montana dolphin giovanni frankie jerome sassy southside zoosk maryjane brenda
baller honey jeffrey xavier getmoney brianna westside bobby vampire linkinpark francesco inuyasha
rosebud katie alex sergio sterling claire timothy maksim abigail isabel sairam savannah disney
nigga valentin brooke warcraft patches blabla mahalkita hollister oscar dominic michele helpme
cancer yuantuo justine element jasmin united regina maximus rafael animal spirit hawaii jamaica
carter kayla mariposa rental eddie cheyenne valeria sniper willie calvin veronika copper millie
georgia diesel bigdog engineer estrella grandma oksana gloria donald newlife leslie jimmy anderson
blahblah aleksandr adriana skyline audrey trouble tristan vkontakte simpsons godisgood bradley
miranda hesoyam debbie ruslan online maddie speedy taurus allison pierre domino silvia polina
mercury rascal pepsi florence adgjmptw margarita monique justice booger mamapapa siemens esther
hollywood qawsed amoremio gregory serenity business avatar panasonic serega missy colorado jenny
jupiter stanley serena valerie legolas groupd rocket megan airforce apollo pebbles kelsey catdog
sultan redneck gizmo johncena danger chichi donkey titanic thebest kirill javier skittles hitman
kathleen christmas blondie lasvegas sam jayjay basket elena ireland tommy marshall vegeta drowssap
pauline ronnie skippy rammstein scotland nikki stefan celine manman tanner truelove harvey
runescape casanova robbie katrina philips christophe bambam stonecold aurora gordon spanky
mitchell franklin carpediem zaqwsx megaparol lorena froggy handsome shithead blood tatiana santos
little anastasia unicorn tinker margaret viking phantom fatboy tomtom ballin eclipse andres elijah
maurice piglet baxter garcia passport mahalko charmed corazon michel bunny mozart chloe church
nicola peace dylan valentine sandy hercules beatrice puppy wolverine jamesbond jamie theman anton
toshiba gibson bingo marcel lolipop maganda penis amsterdam joanna fashion britney goldfish kitkat
lawrence trevor promise norman idontknow damian cutiepie felipe yoyoyo enigma marion jayden sasha
matteo melody simona julien digital english reggie shalom einstein nathalie billy spartak kingdom
gunner helena buttercup water polska omsairam saturn manager ballerina elaine dinamo milano
infinity pandora amelia dianne redskins general pogiako dinosaur colt sureno arnold eugene
penelope paintball nadine myname therock wesley travel telechargement nonmember thuglife subaru
chacha moomoo charly chopper comeon lacrosse sadie bowwow faith wordpass bullet duncan flatron
russell laura pickle mememe kristen kittycat bamboo walker boobies cleopatra pascal alaska dragons
pippo hummer justme sammie joker dustin katerina cynthia fabian cecilia roland golfcourse alfred
martinez godzilla bernard peterpan mybaby brutus pitbull spurs logan ciccio pineapple napoleon
federico alabama cambiami galina looking lindsay scotty mykids catch catalina wildcats solomon
caramel michigan oicu butthead vampires philip cheer peewee yourmom strength badass spitfire
chanel howard andreas popeye pickles medicine evelyn misty maxime miriam caprice lonely skipper
damien fordf deejay giulia saints bananas bonita rodrigo runner joanne archie birthday trixie
dearbook spike pimp blackberry lilwayne maddog linda kermit phoebe aaliyah alison salvador
drpepper miracle caitlin wxcvbn thumper goober cassandra darren smokie freddie poopy panget
guinness chiara athena personal jaimatadi gators israel darkangel evony hershey budlight lovebug
pencil mikey predator torres hayden newport marcos bigdick aezakmi olivier devil aquarius mexican
future franco vikings lizzie bearshare lovelife theone nemesis holly hector tarzan jeremiah magnum
boogie death connie capricorn private potato manuela cherokee florian lincoln sheila yvonne dipset
kennedy selena goldie cooldude juliana skate buttons westlife norte lizard defender dumbass favour
shaggy tequila bball assassin youbye penny marian killa dance explorer ibrahim matilda dickhead
pioneer ducati babylove formula janice micheal marissa gilbert hailey dominique tokiohotel delete
deedee cantik kenny antoine babyblue emerald fondoom sebastien simon monalisa larisa hearts
sapphire surfer subzero gustavo arizona puppies freeman julia vision telefon agent picasso morris
spooky julius design camilla racing shanna pinky brownie random hughes shirley roberta digger
stefano zoey benson jayson sputnik watermelon alpha valera bluefish voodoo malibu dodgers cuddles
fucking liliana fuckit scott karolina shelly bonbon harmony deborah paloma bethany celeste julie
marines hotrod forget bollocks daniele gerald dalejr lilmama stellina karen stinky sublime
ronaldinho volcom garrett hotstuff gundam maison thegame nightmare doggy raven sexymama simpson
doggie aspirine tobias badger charlene emilie letter geronimo gregor riley beaver atlanta mariam
garden country mookie electra buffalo curtis yousuck justdoit massimo tatyana josephine ladygaga
singer carrie godislove cuteako valencia insanity twins fountain harold driver suckit mollie
rolltide madmax jazzy valentino connect clowns burrito preston panda stacey cloud pavilion
vacation callie broken yankee privet shakira noway akopa illinois rockon samsam daniels scarlett
gabby cedric melvin avalon usdopaa lucas ashton shamrock tomcat shawn marius simba frances wallace
goodboy rosemary marlon lollypop rooster topgun psycho gerard young milena canyon magnet kristin
blackie sanane bacchus zombie flores phillip area fatass gabrielle holland magnolia fresh chandler
jellybean paramore romeo stratfor ragnarok andromeda redbull cinderella mason bigred laguna rocker
delfin annie tattoo hamilton batista dillon education whitney rosario henry bogdan antonella
sunrise casablanca vivian enterprise famous lionking samira lucifer rooney sabina isaiah judith
respect reddog chargers yasmin sparkle passat wayne iluvu bettyboop blazer nigeria marketing
dorothy leonard spam sobaka ricky manson outlaw sidney johanna stratus holden bluesky blueeyes
andreea twinkle carlitos coconut lester roxanne madeline rosie pisces bentley mamamia newton
redhead hotties boubou corona desiree gogogo dupont shane ticket marilyn space classic ethan
widget zvezda youngmoney underground indiana acmilan tripper renata billabong annette bernie
blossom chase makaveli almond sigma burton clifford pepito daddysgirl morena stormy cartman
kristine nikola washington freckles bishop trigger hendrix cracker detroit beatriz oblivion
giovanna fortuna callum bscirc alfredo lisa divine coupons megaman poison juggalo blah jeter
coming toronto sandrine telephone renee thankyou stardust chubby billybob armando skywalker rebel
babies montreal herman jester alladin mierda peugeot mandy arianna casey savage hernandez marianne
mobile robinson munchkin hayley eeyore punkrock icehouse skeeter sharp chemistry joejoe gothic
sergei hookem griffin kaktus dietcoke steaua snuggles martini entropy bubblegum piazza deftones
longhorns aobo redrum kaylee damilola christy michaela pegasus bluemoon flipper sheena catfish
bruno jerry juliette artist birdie mouse carson warriors tyson cheater sexxxy wicked claudio
mackenzie unknown sanjay michal janine lancer brandi stefania paddle timmy universal lighthouse
marcelo dalton testpass kingston esperanza roscoe andre scrappy skyhawk rayray doodle magdalena
boxcar rajesh cougar braves yolanda enrique service flamingo rastaman extreme blizzard soulmate
incubus office point marisa ramona alexia kolobok fellow bastard raquel buffy derrick jeanne
nuttertools iforgot momdad yomama godfather mamita banane ironmaiden mister fatcat semperfi coolio
elodie richie mendoza pastor tasha revolution fisher santana indigo account angie poppy raptor
hilary fiesta maxine felicia motherlode clover kaitlyn priyanka tootsie powers praise biscuit
evolution romain trooper webhompass blonde felix skiffy ivanov westham olamide alexandru yugioh
research nichole lilly animals johnjohn labrador nathaniel paulina dingdong smallville lavender
boricua imissyou hitler susana gladiator rodney sweetness moose handball quentin scruffy mauricio
marijuana twister anamaria moloko classof ibanez techno ariana chipper ingrid eastside sherry
alessio papamama suzanne danilo aragorn warhammer casino trinidad unreal oceane laurent carebear
dusty pinkfloyd raphael esmeralda street stewart immortal allen panzer gabriella hehehe atlantis
larry spartan katana girls girl zeppelin vincenzo vaffanculo metal mission hornet darwin virgin
cadillac mary loveless aurelie radiohead counter frederic babycakes insane rodriguez larissa
inlove scarlet wedding cheryl kittykat randy boy man men lol mom red sun ass fun sky pop rey ncc
thx usa omg aol tnk ily gfhjkm ghbdtn fylhtq vfhbyf vfrcbv yfnfif fyfcnfcbz fktrcfylh cjkysirj
ybccfy dbrnjhbz nfnmzyf rhbcnbyf cthutq hjvfirf trfnthbyf fktrctq vfvjxrf cdtnkfyf ybrbnf rfrfirf
lvbnhbq cjkywt ghjcnj cxfcnmt ghbdtnbr jrcfyf rjntyjr dkflbvbh gjkbyf rfnthbyf rbhbkk aini
woainima wocaonima wokaonima worinima woailaopo wojiushiwo woaiwoziji woshishei woshishen woshiwo
woshizhu woshinidie woshiniba nishizhu nishishui nishiwode buzhidao bugaosuni wodemima meiyoumima
jiushiaini zhendeaini wozhiaini woxiangni wodezuiai woaimama woainia nihao nihaoma xiaoxiao
yangyang zhang wang chen huang jiang yang liu hao li wo beijing shanghai zhangwei wangjian
jingjing weiwei zhanglei wangwei zhangjian wangyang maomao xiaolong xiaoqiang jiajia tiantian
wangjing xiaofeng dongdong yuanyuan zhangjie longlong wanglei feifei chenchen zhanghao baobao
shanshan mingming zhangyang wangchao zhangyu xiaoyu xiaowei tianshi zhangyan wangpeng zhangjun
zhangxin tiancai zhuzhu tingting jianjian liuyang wangqiang huanhuan laopo laogong zhangqiang
zhangjing chenjian miaomiao shangxin wanghao xiaoyao qianqian zhangpeng zhangkai zhanghui
zhangliang xingxing wanggang wangfeng wangshuai wangliang wangxin zhangbin huangwei menghuan
zhangtao zhangchao wenwen liangliang jiaojiao yangjian zhimakaimen xiaojian wangjun yingying
wangyu mengmeng wangyan xinxin jiangwei liyang chenwei xiaoming lingling aptx beyond adminfan
stryker shmily tkfkdgo imzzhan operation spanish xiazhili wmsxie zlmalm sentinel richards mortimer
marcello magazine infantry hopeless glitter fandango deadhead clarissa christie billyboy bangbang
absolute titanium supreme superior stefanie spaceman somebody sinclair secrets military medical
ashleigh cleveland felicity whiskers valkyrie triumph tracker superfly seventeen scottie progress
plastic maryland married lillian evergreen foxtrot duchess dragoon daughter command clarinet
chuckles carlton beverly beethoven almighty waterfall theking sneakers saratoga quantum motocross
majestic kingfish japanese integra graphics flounder coltrane checkers barbados augustus angelika
washburn veritas tempest survivor strange stanford snapper rasputin rachael queenie pallmall
overkill mustard mittens meatloaf maureen lowrider katarina grandpa fingers europe eastwood
dominion destroyer chiquita chipmunk castillo berkeley alexandria thinking tarheels seminole
priscilla pornstar platypus peacock mephisto lancaster knowledge hackers fuckface darklord create
contact company carnival blowfish bigboss working twisted sailboat sandwich sausage pudding
prophet mandarin knuckles hardrock daredevil bristol boomboom benedict babyface albatros trident
theboss sprinter salvation poetry moonshine missouri minimum meridian meatball gonzalez georgina
gargoyle evangelion disaster coolman compton complete claymore chainsaw cabbage bluebell wishbone
viewsonic thunderbird susanne smashing sabbath rhiannon rachelle playtime petunia offspring
octopus marcella lonestar heritage hayabusa harvard freestyle forward forsaken emperor challenger
battery backdoor angelus yosemite yogibear talisman taekwondo syracuse supersonic raistlin
preacher millions metallic matador mailman losangeles lazarus hewlett dontknow coolcool charisma
bigbird village sinister mcdonald outside goldeneye frontier flipflop fisherman eggplant dannyboy
daniella chrysler cambridge buckshot arkansas archangel romantic robotics redalert megatron
hyperion honesty hamburger goliath fuckfuck friendly eatshit doghouse disturbed citizen candice
brigitte addicted underworld porkchop negative mistress jermaine francine everest deskjet delphine
computers chestnut capital auckland writer wanderer virtual vancouver tomahawk thanatos syncmaster
snoopdog roderick pentagon millenium mechanic lesbian creature cornwall chadwick celeron calendar
another telecom switch stephane skylar rockets revolver railroad placebo minnesota mariners
leather holyshit freeway elisabeth bobafett bernardo barkley amethyst albatross advanced whistler
wellington warlord susanna suicide slamdunk sisters sheffield scrabble roadkill rainbows profile
postal polopolo obsidian northern message mathias learning independent impossible husband elements
electron customer comfort budweiser brisbane baritone balloon armageddon amarillo alexandr
aerosmith windmill vanhalen surprise starfire speakers postman palace lifetime fredrick fidelity
fabulous everyday dentist daytona coolness concorde catwoman blackhawk aladdin vodafone traveler
renault radical potatoes pipeline philippe pathfinder monterey lipstick lakeside italian hustler
hotshot fishbone diehard destroy curious chihuahua bordeaux biohazard windsurf velocity vagabond
stretch scratch reloaded prudence professional pilgrim pharmacy peaceful musical multimedia
montgomery marietta ladybird internal gigabyte gameboy fourteen chambers buckeyes bushido bunghole
because bartman apocalypse aphrodite zerocool wrestler tortoise sysadmin starship redwood primrose
politics paranoia pancakes overload nevermore melbourne matthews marriage macaroni lespaul kittens
jonathon jocelyn jacqueline jackjack infinite heinrich graduate goodness godspeed feedback corolla
cornelia corleone choochoo chinese challenge chairman butthole barracuda accounting volcano
sleeping serious remington quicksilver pringles premier paradigm nickolas navigator nautilus
milkshake massage gravity feathers brittney aviation avalanche anthrax airport admiral wildwood
whatsup thrasher speedway songbird screamer riverside rabbits princeton manhattan manfred lithium
iceberg epsilon cooking caveman birdman ambrosia adrianna ventura toulouse tazmania spaghetti
slapshot reptile ministry mathilde lighting huskers helsinki girlfriend frisbee frederik flexible
finland festival federal dynamic dungeon dickens daydream coventry constant connection bicycle
angeline woodland theatre tabasco skinhead signature rockford merchant greatest everlast espresso
elizabet drifter community champagne allstar alcohol technology stronger starbuck skeleton
scissors reginald redeemer polarbear normandy luckydog laserjet impulse greenbay graffiti galileo
fiction doughboy carnage building bruiser alchemist zimbabwe worship wisconsin winchester weekend
tunafish tolkien thisisit stafford spalding sometimes solitude robotech protect minister leonidas
kirkland integral incognito ilovesex ignatius heavenly ferdinand exchange blackdog bearbear
thriller trainer spartans sausages salamander printing premium palmtree opendoor mosquito milkyway
mcdonalds laughter klondike kingsley invisible humphrey hillside hattrick hammerhead function
forgotten fighting excellent delaware darthvader costello colonel catalyst cardinals andersen
whiplash visitor solutions slimshady sixteen robinhood reddevil odyssey nuclear madeleine glendale
foxylady fortress favorite endless doughnut comanche cheshire cherries cheddar century catarina
barefoot arabella alligator advance vanguard stuttgart skating shampoo rhapsody redwing reckless
problem pervert partner painting nocturne nickname mynameis mikemike kingfisher juniper johnston
holidays highway henderson handyman flamenco escalade division covenant churchill changes cannibal
badminton annmarie alcatraz wildcard whitesox trojans thornton survival supernatural sprocket
somerset skorpion services saxophone sacrifice restless pumpkins paprika nosferatu newpassword
`;

/** Found as they are; shorter ones are parts of longer. */
const NUMBERS = `
5201314 1314520 1314521 7758521 7758258 7758520 5211314 584520 584521 5845 25257758 2525 7758 7788
3344 520 521 1314 131421 201314 211314 251314 159753 159357 753951 951753 753159 357159 147258
258147 147852 258456 456852 852456 741852 963852 147369 369147 134679 124578 235689 784512 456123
456789 789456 789123 123654 321654 654123 456321 987456 789654 123789 123987 123698745 123698741
147896325 14789632 12369874 1236987 7895123 7894561230 9638527410 1472583690 74108520 7410 8520
2580 25802580 142536 132435 415263 102030 10203040 1020304050 010203 01020304 102938 192837
192837465 1029384756 13579 135790 135792468 1357924680 135246 24680 246810 1357 2468 314159
3141592 31415926 3141592653 3141592654 1415926 112358 11235813 1123581321 4815162342 8675309
142857 299792458 3838438 16897168 16899168 1887415157 8008208820 110120 110119 119110 110 119 120
112 114 168 163 911 911911 007 420 316 182 666 777 888 999 000 1001 1213 121314 131415 141516
010101 101010 100200 100200300 123000 112211 122333 1122 2211 12301230 1230123 1230456 123457
12345679 1231512315 5121314 520131 520530 520025 521125 5203344 5213344 721521 709394 564335
770880 7708801314520 18n28n24a5 1hxboqg2s p1a6s3m 171204jg 421uiopy258 1g2w3e4r zag12wsx j38ifubn
fqrg7cs493 29rsavoy 3rjs1la7qe vqsablpzla a838hfid sojdlg123aljg iw14fi9j 1v7upjw3nt uqa9ebw445
yagjecc826 sz9kqcctwy p3rat54797 3d8cubaj2e ig4abox4 w5txn36alfw n8zgt5p0shw= 3odi15ngxb
qti7zxh18u g9l2d1fzpy diwtgm8492 d1lakiss vrbgqns997 x4ivyga51f tnk0mk16vx yfdbufnjh10305070
ka_djkhjsy6 6hbf28w791 5hsu75kpot ocpooook325 ocpoook325 nks230kjs82 5xfgs3ii9d y6p67ftrqj
1fr2rfq7xl maprchem56458 123hfjdk147 pe#5gz29ptzmse n0=acc3ss !ab#cd$ dpbk1234 fuk19600 fuku00198
hg0209 cjmasterinf tudelft wall.e diosesfiel startfinding polniypizdec polniypizdec0211
polniypizdec110211 2cute4u 2hot4u sk8ter sk8ordie sk84life love4ever just4fun just4me my3kids
my3sons my2kids my2girls my2boys 90210 porsche911 evony192 zxasqw12 qqww1122
`;

export const LISTED_PASSWORDS: ReadonlySet<string> = new Set(
  `${WORDS} ${NUMBERS}`.trim().split(/\s+/),
);
